import { withoutEscapes } from '#base/excerpt.ts';
import type { TestIdentity } from '#check/rules/findings/identity.ts';

/** What a test, or a file of tests, threw. */
export interface ThrownError {
  readonly name: string | null;
  readonly message: string;
  /** What the error was made from says. */
  readonly cause: string | null;
  readonly frames: readonly {
    readonly file: string;
    readonly line: number;
    readonly method: string;
  }[];
  /** Only where there are no frames. */
  readonly stack: string | null;
}

export interface FailureReading {
  /** One line. */
  readonly message: string;
  /** Places that the stack goes through, innermost first. */
  readonly places: readonly Place[];
  readonly identity: TestIdentity;
}

interface Place {
  /** Relative to the folder in which vitest ran where it lies there. */
  readonly path: string;
  readonly line: number;
}

interface Frame extends Place {
  readonly method: string;
}

/** Reads one error of JavaScript; `cwd` is the folder in which it was thrown. */
export function readThrownError(error: ThrownError, cwd: string): FailureReading {
  const text = withoutEscapes(error.message).replaceAll(`${cwd}/`, '');
  const frames = readFrames(error).map((frame) => ({
    ...frame,
    path: relativeToFolder(cwd, frame.path),
  }));
  const own = frames.filter(({ path }) => !path.startsWith('/') && !isInPackage(path));
  const first = own[0];
  return {
    message: describeError(text, error, cwd),
    places: [...placesInMessage(text, cwd), ...own].filter(({ line }) => line >= 1),
    identity: {
      ...(error.name !== null && { exception: error.name }),
      ...(first !== undefined && { frame: { path: first.path, symbol: first.method } }),
    },
  };
}

function isInPackage(path: string): boolean {
  return path.split('/').includes('node_modules');
}

function readFrames({ frames, stack }: ThrownError): readonly Frame[] {
  if (stack === null) return frames.map(({ file, ...frame }) => ({ ...frame, path: file }));
  return stack.split('\n').flatMap((line) => frameIn(line));
}

// `    at lose (/repo/a.test.ts:8:18)` or, outside of functions, `    at file:///repo/a.test.ts:12:3`.
function frameIn(text: string): readonly Frame[] {
  const [, inside = '', called = inside] =
    /^ +at (?:async )?(?:(?:.+?) \((.+)\)|(.+))$/.exec(text) ?? [];
  const [, path, line] = /^(?:file:\/\/)?((?!node:)\S[^:]*):(\d{1,9}):\d{1,9}$/.exec(called) ?? [];
  if (path === undefined) return [];
  return [{ path, line: Number(line), method: methodIn(text) }];
}

function methodIn(text: string): string {
  return /^ +at (?:async )?(.+?) \(/.exec(text)?.[1] ?? '';
}

/** The first line that tells something; a message about many errors begins with their number. */
function describeError(text: string, { name, cause }: ThrownError, cwd: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines.find(
    (line) => line !== '' && !/^Transform failed with \d+ errors?:$/.test(line),
  );
  const why =
    cause === null
      ? []
      : [withoutEscapes(cause).replaceAll(`${cwd}/`, '').split('\n', 1).join('').trim()];
  return [said ?? name ?? 'Error', ...compared(said, lines), ...why]
    .filter((part) => part !== '')
    .join(' ');
}

/** Jest begins with the call, and says below what it compared. */
function compared(said: string | undefined, lines: readonly string[]): readonly string[] {
  if (said?.startsWith('expect(') !== true) return [];
  return lines.filter((line) => /^(?:Expected|Received)\b[^:]*: ./.test(line)).slice(0, 2);
}

/** The place of a syntax error stands in the message alone: `╭─[ src/a.ts:3:9 ]` or `/repo/src/a.ts:3:8: ERROR:`. */
function placesInMessage(text: string, cwd: string): readonly Place[] {
  // After that come the lines of the source.
  const start = text.slice(0, 2000);
  const match =
    /─\[ ?(\S.*):(\d{1,9}):\d{1,9} ?\]/.exec(start) ??
    /^(\S.*):(\d{1,9}):\d{1,9}: ERROR: /m.exec(start) ??
    // Of Babel.
    /^(?:SyntaxError: )?(\S[^:]*): .*\((\d{1,9}):\d{1,9}\)$/m.exec(start);
  const [, path, line] = match ?? [];
  return path === undefined ? [] : [{ path: relativeToFolder(cwd, path), line: Number(line) }];
}

/** What it says with all its lines, and where it passed through. */
export function excerptError({ name, message, cause, frames, stack }: ThrownError): string {
  const places = frames.map(
    ({ file, line, method }) => `    at ${method || '-'} (${file}:${line})`,
  );
  const said = name === null ? message : `${name}: ${message}`;
  return [said, cause ?? '', ...places, frames.length === 0 ? (stack ?? '') : '']
    .filter((part) => part !== '')
    .join('\n');
}

/** A path as findings have it: relative to the folder in which the tests ran where it lies there. */
export function relativeToFolder(cwd: string, path: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}

/** An error as Node prints it: its name, what it says, and the places it went through. */
export function splitPrintedError(text: string): ThrownError {
  const plain = withoutEscapes(text);
  const at = /^[ \t]+at /m.exec(plain)?.index ?? plain.length;
  const [whole, name = null] = /^(\w*(?:Error|Exception))(?: \[\w+\])?: /.exec(plain) ?? [''];
  const message = plain.slice(whole.length, at).trim();
  return { name, message, cause: null, frames: [], stack: plain.slice(at) };
}
