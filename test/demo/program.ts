import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Ended {
  readonly passed: boolean;
  /** Both of its outputs, one after the other. */
  readonly output: string;
}

interface Place {
  readonly cwd: string;
  readonly signal: AbortSignal;
}

const execute = promisify(execFile);

/** Runs a program to its end; only being interrupted throws. */
export async function run(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, signal }: Place,
): Promise<Ended> {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  try {
    const { stdout, stderr } = await execute(program, args, { cwd, signal, env, maxBuffer });
    return { passed: true, output: `${stdout}${stderr}` };
  } catch (error) {
    signal.throwIfAborted();
    return { passed: false, output: saidBy(error) };
  }
}

/** Runs a program that cannot fail unless the demo itself is broken. */
export async function must(argv: readonly [string, ...string[]], place: Place): Promise<string> {
  const { passed, output } = await run(argv, place);
  if (passed) return output;
  throw new Error(`"${argv.join(' ')}" failed in ${place.cwd}: ${output}`);
}

const maxBuffer = 16 * 1024 * 1024;

function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const printed = ['stdout', 'stderr'].map((name) => String(Reflect.get(error, name) ?? ''));
  const said = printed.join('');
  return said.trim() === '' ? error.message : said;
}
