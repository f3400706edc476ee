import * as z from 'zod';

const engine = z.string().describe('The engine.');

/** One number of the vector, by what it measures. */
export const vectorComponent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('new-findings').describe('Findings that came with the change.'),
    engine,
    root: z
      .string()
      .optional()
      .describe('The folder that it ran in; absent: the top, or all of them together.'),
  }),
  z.object({ kind: z.literal('lost-tests').describe('Tests that are not collected any more.') }),
  z.object({
    kind: z.literal('skipped-tests').describe('Tests that are skipped, or expected to fail.'),
  }),
  z.object({ kind: z.literal('suppressions').describe('Comments that silence an engine.') }),
  z.object({ kind: z.literal('configuration').describe('Changed configuration of engines.') }),
  z.object({
    kind: z.literal('coverage').describe('Lines of one source file that tests reach.'),
    path: z.string().describe('The source file.'),
  }),
  z.object({
    kind: z.literal('number').describe('A number that a command of the settings measured.'),
    engine,
    name: z.string().describe('What the command calls it.'),
  }),
  z.object({
    kind: z.literal('baseline').describe('Entries that were added to a baseline without a reason.'),
    engine,
  }),
]);
export type VectorComponent = z.infer<typeof vectorComponent>;

/**
 * What a phrase meant that an earlier version stored in place of the component. These phrases stay as they were,
 * however a component is called today; undefined: no version wrote this one.
 */
export function componentOfPhrase(phrase: string): VectorComponent | undefined {
  const path = /^coverage of (.+)$/s.exec(phrase)?.[1];
  if (path !== undefined) return { kind: 'coverage', path };
  const [, findings, name, root] =
    /^(?:(new findings)|baseline) of ([a-z][a-z0-9-]*)(?: in (.+))?$/s.exec(phrase) ?? [];
  if (name === undefined) return fixedPhrases.get(phrase);
  if (findings === undefined) return { kind: 'baseline', engine: name };
  return { kind: 'new-findings', engine: name, ...(root !== undefined && { root }) };
}

const fixedPhrases: ReadonlyMap<string, VectorComponent> = new Map([
  ['lost tests', { kind: 'lost-tests' }],
  ['skipped tests', { kind: 'skipped-tests' }],
  ['suppressions added', { kind: 'suppressions' }],
  ['changed configuration', { kind: 'configuration' }],
]);
