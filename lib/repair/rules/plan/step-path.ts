import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { isGitFolder } from '#base/fold-path.ts';

export interface StepPath {
  readonly path: string;
  readonly segments: readonly string[];
}

/** Judges a path that a step names: it must stay in the folder of the plan and out of `.git`. */
export function judgeStepPath(given: string): Outcome<StepPath, 'stray-path'> {
  const segments = given.split('/').filter((part) => part !== '' && part !== '.');
  const problem = findPathProblem(given, segments);
  if (problem === undefined) return ok({ path: segments.join('/'), segments });
  return refuse('stray-path', `The path ${JSON.stringify(given)} ${problem}.`);
}

function findPathProblem(given: string, segments: readonly string[]): string | undefined {
  if (given.startsWith('/') || /^[A-Za-z]:[\\/]/.test(given)) {
    return 'is absolute: name it relative to the folder of the plan';
  }
  if (segments.includes('..')) return 'may leave the folder of the plan: name it without ".."';
  if (given.includes('\0')) return 'has a NUL character, which no file name has';
  if (segments.some(isGitFolder)) return 'is, or may pass for, a folder of git: leave that alone';
  return undefined;
}
