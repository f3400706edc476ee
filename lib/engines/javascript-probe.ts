import type { RunnerProbe } from './contract.ts';

/** What the probes of runners of JavaScript have in common, by the names that they import it by. */
export const javascriptProbeFiles: RunnerProbe['files'] = {
  '_javascript/probe/canaries.probe.mjs': pathOfUrl(
    new URL('./_javascript/probe/canaries.probe.mjs', import.meta.url),
  ),
  '_javascript/probe/changed.probe.mjs': pathOfUrl(
    new URL('./_javascript/probe/changed.probe.mjs', import.meta.url),
  ),
  '_javascript/probe/functions.probe.mjs': pathOfUrl(
    new URL('./_javascript/probe/functions.probe.mjs', import.meta.url),
  ),
  '_javascript/probe/lines.probe.mjs': pathOfUrl(
    new URL('./_javascript/probe/lines.probe.mjs', import.meta.url),
  ),
  '_javascript/probe/mappings.probe.mjs': pathOfUrl(
    new URL('./_javascript/probe/mappings.probe.mjs', import.meta.url),
  ),
  '_javascript/probe/study.probe.mjs': pathOfUrl(
    new URL('./_javascript/probe/study.probe.mjs', import.meta.url),
  ),
};

/** By the Node that runs the runner. */
export const javascriptOutside: NonNullable<RunnerProbe['outside']> = {
  file: pathOfUrl(new URL('./_javascript/probe/outside.probe.mjs', import.meta.url)),
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
