import { firstLineOf } from '#base/lines.ts';

/** Where and how a test failed, as far as it says. */
export interface GoFailure {
  readonly message: string;
  readonly path: string | null;
  readonly line: number | null;
  /** It ended the whole package. */
  readonly panicked: boolean;
}

/** Reads what a test printed before it failed. Of several remarks the last is nearest to the end. */
export function readGoFailure(output: readonly string[], cwd: string): GoFailure {
  const lines = output.join('').split(/\r?\n/);
  const panic = lines.findIndex((line) => /^(?:panic|fatal error): /.test(line));
  if (panic >= 0) return readPanic(lines.slice(panic), cwd);
  const at = lines.findLastIndex((line) => remark.test(line));
  const [, path, row, said = ''] = remark.exec(lines[at] ?? '') ?? [];
  if (path === undefined) return { message: explainWithoutPlace(lines), ...nowhere };
  const message = said.trim() || explainBelow(lines.slice(at + 1)) || 'The test failed.';
  return { message, path, line: Number(row) || null, panicked: false };
}

const nowhere = { path: null, line: null, panicked: false };

// Subtests are indented further.
const remark = /^ {4,400}([^\s:][^:]{0,4000}\.go):(\d{1,9}): ?(.*)$/;

/** Assertions of libraries are told below, under titles. */
function explainBelow(lines: readonly string[]): string {
  const end = lines.findIndex((line) => /^\s*--- /.test(line));
  const own = end < 0 ? lines : lines.slice(0, end);
  const titled = own.findIndex((line) => /^\s+Error:\s/.test(line));
  if (titled < 0)
    return firstLineOf(
      own
        .map((line) => line.trim())
        .join('\n')
        .trim(),
    );
  const [first = '', ...others] = own.slice(titled);
  const next = others.findIndex(
    (line) => /^\s+[A-Z][\w ]*:\s/.test(line) && /^\s+(?:Error Trace|Test|Messages):/.test(line),
  );
  const told = [first.replace(/^\s+Error:\s+/, ''), ...others.slice(0, Math.max(0, next))];
  return told
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** An example says what it printed; a test that failed in silence says nothing. */
function explainWithoutPlace(lines: readonly string[]): string {
  const got = lines.indexOf('got:');
  if (got >= 0)
    return lines
      .slice(got)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' ');
  const said = lines.filter(
    (line) => line.trim() !== '' && !/^\s*(?:===|---) |^(?:FAIL|PASS|ok|exit status)\b/.test(line),
  );
  return said.at(-1)?.trim() || 'The test failed.';
}

function readPanic(lines: readonly string[], cwd: string): GoFailure {
  const [first = ''] = lines;
  const own = lines.find((line) => frame.exec(line)?.[1]?.startsWith(`${cwd}/`) === true);
  const [, path = null, row] = frame.exec(own ?? '') ?? [];
  const message = first.replace(/ \[recovered(?:, repanicked)?\]$/, '');
  return { message, path, line: Number(row) || null, panicked: true };
}

const frame = /^\t(\/[^:]{0,4000}\.go):(\d{1,9})\b/;
