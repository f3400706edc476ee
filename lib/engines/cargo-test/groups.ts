/** What one program of tests printed, or what rustdoc did for it. */
export interface TestGroup {
  /** How many tests it said it would run. */
  readonly announced: number;
  readonly results: ReadonlyMap<string, TestResult>;
  /** What each test that failed printed. */
  readonly said: ReadonlyMap<string, string>;
  /** How it ended; undefined: something ended it. */
  readonly end: 'ok' | 'FAILED' | undefined;
}

type TestResult = 'ok' | 'failed' | 'ignored';

/** Reads what the test harness of Rust prints, of one program after the other. */
export function readTestGroups(lines: readonly string[]): readonly TestGroup[] {
  const starts = lines.flatMap((line, index) =>
    /^running \d{1,9} tests?$/.test(line) ? [index] : [],
  );
  return starts.map((start, index) => readGroup(lines.slice(start, starts[index + 1])));
}

function readGroup([first = '', ...lines]: readonly string[]): TestGroup {
  const results = readResults(lines);
  const said = readFailures(lines);
  // A test may print into the line that tells its result.
  for (const name of said.keys()) if (results.has(name)) results.set(name, 'failed');
  const end = lines.map((line) => /^test result: (ok|FAILED)\./.exec(line)?.[1]).findLast(Boolean);
  return {
    announced: Number(/\d+/.exec(first)?.[0]),
    results,
    said,
    end: end === 'ok' || end === 'FAILED' ? end : undefined,
  };
}

const known: Readonly<Record<string, TestResult>> = {
  ok: 'ok',
  FAILED: 'failed',
  ignored: 'ignored',
};

function readResults(lines: readonly string[]): Map<string, TestResult> {
  const results = new Map<string, TestResult>();
  let open: string | undefined;
  for (const line of lines) {
    if (line === 'failures:') break;
    const [, name, rest = ''] =
      /^test (.{1,2000}?)(?: - should panic| - compile fail| - compile)? \.\.\. ?(.*)$/.exec(
        line,
      ) ?? [];
    const result =
      /(?:^|\b)(ok|FAILED|ignored)(?:$|, |<| \()/.exec(name === undefined ? line : rest)?.[1] ?? '';
    const test = name ?? open;
    if (test === undefined) continue;
    const end = known[result];
    open = end === undefined ? test : undefined;
    if (end !== undefined) results.set(test, end);
  }
  return results;
}

/** Between the title of one test and that of the next, or the list that ends them. */
function readFailures(lines: readonly string[]): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  let open: { readonly name: string; readonly lines: string[] } | undefined;
  const close = (): void => {
    if (open !== undefined) said.set(open.name, open.lines.join('\n').trim());
    open = undefined;
  };
  for (const line of lines) {
    const name = /^---- (.{1,2000}) stdout ----$/.exec(line)?.[1];
    if (name !== undefined || line === 'failures:') close();
    if (name !== undefined) open = { name, lines: [] };
    else open?.lines.push(line);
  }
  close();
  return said;
}
