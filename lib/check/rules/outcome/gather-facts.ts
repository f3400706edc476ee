import { excerptOutput } from '#base/excerpt.ts';
import type { ExitCatalog } from './exit-catalog.ts';
import type { RunTexts } from './probes.ts';
import { matchProbes } from './probes.ts';
import type { RunFacts } from './run-facts.ts';

export interface RawRun extends Pick<RunFacts, 'ending' | 'action' | 'report' | 'cwd'> {
  readonly argv: readonly string[];
  /** What it wrote, as far as its caps let it. */
  readonly texts: RunTexts;
}

/** Reduces a run to the facts that are stored: all that a later judgement needs, nothing unbounded. */
export function gatherFacts({ texts, argv, ...facts }: RawRun, catalog: ExitCatalog): RunFacts {
  return {
    ...facts,
    argv: [...argv],
    excerpts: { stdout: excerptOutput(texts.stdout), stderr: excerptOutput(texts.stderr) },
    matched: matchProbes(catalog, texts),
  };
}
