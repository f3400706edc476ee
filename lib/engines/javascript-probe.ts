import type { RunnerProbe } from './contract.ts';

/** What the probes of runners of JavaScript have in common, by the names that they import it by. */
export const javascriptProbeFiles: RunnerProbe['files'] = {
  '_javascript/canaries.probe.mjs': pathOfUrl(
    new URL('./_javascript/canaries.probe.mjs', import.meta.url),
  ),
  '_javascript/changed.probe.mjs': pathOfUrl(
    new URL('./_javascript/changed.probe.mjs', import.meta.url),
  ),
  '_javascript/functions.probe.mjs': pathOfUrl(
    new URL('./_javascript/functions.probe.mjs', import.meta.url),
  ),
  '_javascript/lines.probe.mjs': pathOfUrl(
    new URL('./_javascript/lines.probe.mjs', import.meta.url),
  ),
  '_javascript/mappings.probe.mjs': pathOfUrl(
    new URL('./_javascript/mappings.probe.mjs', import.meta.url),
  ),
  '_javascript/study.probe.mjs': pathOfUrl(
    new URL('./_javascript/study.probe.mjs', import.meta.url),
  ),
};

/** By the Node that runs the runner. */
export const javascriptOutside: NonNullable<RunnerProbe['outside']> = {
  file: pathOfUrl(new URL('./_javascript/outside.probe.mjs', import.meta.url)),
  start: ([node, script], file) =>
    node !== undefined && /\.[cm]?js$/.test(script ?? '') ? [node, file] : undefined,
};

/** One for each way that tests of JavaScript demand something: what bends one of them alone is seen, too. */
export const javascriptCanaries: readonly string[] = (
  'assert deepEqual negated rejects resolves throw toBe toBeCloseTo toBeDefined toBeFalsy toBeGreaterThan ' +
  'toBeGreaterThanOrEqual toBeInstanceOf toBeLessThan toBeLessThanOrEqual toBeNull toBeTruthy toBeUndefined ' +
  'toContain toContainEqual toEqual toHaveLength toHaveProperty toMatch toMatchObject toStrictEqual toThrow'
).split(' ');

export function pathOfUrl(url: URL): string {
  return decodeURIComponent(url.pathname);
}
