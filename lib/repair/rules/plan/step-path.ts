import { isGitFolder } from '#base/fold-path.ts';

export type StepPath =
  | { readonly kind: 'inside'; readonly path: string; readonly segments: readonly string[] }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Judges a path that a step names: it must stay in the folder of the plan and out of `.git`. */
export function judgeStepPath(given: string): StepPath {
  const segments = given.split('/').filter((part) => part !== '' && part !== '.');
  const because = refusal(given, segments);
  if (because === undefined) return { kind: 'inside', path: segments.join('/'), segments };
  return { kind: 'refused', sentence: `The path ${JSON.stringify(given)} ${because}.` };
}

function refusal(given: string, segments: readonly string[]): string | undefined {
  if (given.startsWith('/') || /^[A-Za-z]:[\\/]/.test(given)) {
    return 'is absolute: name it relative to the folder of the plan';
  }
  if (segments.includes('..')) return 'may leave the folder of the plan: name it without ".."';
  if (given.includes('\0')) return 'has a NUL character, which no file name has';
  if (segments.some(isGitFolder)) return 'is, or may pass for, a folder of git: leave that alone';
  return undefined;
}
