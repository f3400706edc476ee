import { withoutEscapes } from '#base/excerpt.ts';
import type { TestIdentity } from '#check/rules/findings/identity.ts';
import type { ThrownError } from './shape.ts';
import { relativeToFolder } from './test-id.ts';

export interface VitestFailure {
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

/** Reads one error as vitest has it; `cwd` is the folder in which it ran. */
export function readVitestFailure(error: ThrownError, cwd: string): VitestFailure {
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
  const match = /^ {4}at (?:(.+) \()?(?:file:\/\/)?(\/.+):(\d{1,9}):\d{1,9}\)?$/.exec(text);
  const [, method = '', path, line] = match ?? [];
  return path === undefined ? [] : [{ path, line: Number(line), method }];
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
  return [said ?? name ?? 'Error', ...why].filter((part) => part !== '').join(' ');
}

/** The place of a syntax error stands in the message alone: `╭─[ src/a.ts:3:9 ]` or `/repo/src/a.ts:3:8: ERROR:`. */
function placesInMessage(text: string, cwd: string): readonly Place[] {
  // After that come the lines of the source.
  const start = text.slice(0, 2000);
  const match =
    /─\[ ?(\S.*):(\d{1,9}):\d{1,9} ?\]/.exec(start) ??
    /^(\S.*):(\d{1,9}):\d{1,9}: ERROR: /m.exec(start);
  const [, path, line] = match ?? [];
  return path === undefined ? [] : [{ path: relativeToFolder(cwd, path), line: Number(line) }];
}
