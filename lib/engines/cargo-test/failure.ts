/** How a test of Rust failed. */
export interface RustFailure {
  readonly message: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly panicked: boolean;
}

const panicPlace =
  /^thread '.{0,2000}'(?: \(\d+\))? panicked at (?:'(.{0,4000})', )?(.{1,4000}?):(\d{1,9})(?::\d{1,9})?:?$/s;

/** Reads what a test printed before it failed: of several panics the last ended it. */
export function readRustFailure(text: string): RustFailure {
  const lines = text.split('\n');
  const at = lines.findLastIndex((line) => panicPlace.test(line));
  const [, old, path, row] = panicPlace.exec(lines[at] ?? '') ?? [];
  if (path === undefined) return readWithoutPanic(lines);
  const end = /^(?:stack backtrace:|note: |$)/;
  const below = lines.slice(at + 1);
  const length = below.findIndex((line) => end.test(line));
  const told = (length < 0 ? below : below.slice(0, length)).map((line) => line.trim()).join('\n');
  // Of a panic that was expected to say something else, the harness tells that below.
  const note = below.find((line) => line.startsWith('note: panic did not contain expected string'));
  const message = [note?.slice('note: '.length) ?? [], old ?? told].flat().join(': ');
  // Standard libraries panic for whoever called them; their own files are nobody's here.
  const isOwn = !path.startsWith('/rustc/') && !path.startsWith('/tmp/rustdoctest');
  return {
    message: message || 'The test panicked.',
    path: isOwn ? path : null,
    line: isOwn ? Number(row) || null : null,
    panicked: true,
  };
}

function readWithoutPanic(lines: readonly string[]): RustFailure {
  const [, place, row] =
    lines
      .map((line) =>
        /^note: test did not panic as expected at (.{1,4000}?):(\d{1,9})(?::\d+)?$/.exec(line),
      )
      .find(Boolean) ?? [];
  if (place !== undefined) {
    return {
      message: 'The test did not panic as expected.',
      path: place,
      line: Number(row) || null,
      panicked: false,
    };
  }
  const compiled = lines.find((line) => /^error(?:\[E\d+\])?: /.test(line));
  const message =
    compiled ?? lines.find((line) => line.trim() !== '')?.trim() ?? 'The test failed.';
  return { message, path: null, line: null, panicked: false };
}
