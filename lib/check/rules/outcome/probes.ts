import { withoutEscapes } from '#base/excerpt.ts';
import type { ExitCatalog, FailureProbe, HintProbe, Probe, ProbeStream } from './exit-catalog.ts';
import type { RunFacts } from './run-facts.ts';

export type RunTexts = Readonly<Record<ProbeStream, string>>;

/** The probes that match the whole texts of a run, named by what they ask. */
export function matchProbes({ probes = [] }: ExitCatalog, texts: RunTexts): string[] {
  const plain: RunTexts = {
    stdout: withoutEscapes(texts.stdout),
    stderr: withoutEscapes(texts.stderr),
    report: withoutEscapes(texts.report),
  };
  return probes.filter((probe) => matchesProbe(probe, plain)).map((probe) => probeQuestion(probe));
}

/**
 * The probes of a catalog that hold for stored facts. A question that was put to the whole texts keeps its
 * answer; a newer one is put to the ends that were kept.
 */
export function probesThatHold({ probes = [] }: ExitCatalog, facts: RunFacts): readonly Probe[] {
  const kept: RunTexts = { ...facts.excerpts, report: '' };
  return probes.filter(
    (probe) => facts.matched.includes(probeQuestion(probe)) || matchesProbe(probe, kept),
  );
}

export function isFailure(probe: Probe): probe is FailureProbe {
  return probe.effect === 'tool-failure';
}

export function listHints(
  probes: readonly Probe[],
  ...effects: readonly HintProbe['effect'][]
): string[] {
  return probes
    .filter(({ effect }) => effects.some((wanted) => wanted === effect))
    .map(({ remedy }) => remedy);
}

function matchesProbe({ stream, pattern }: Probe, texts: RunTexts): boolean {
  return texts[stream] !== '' && new RegExp(pattern, 'm').test(texts[stream]);
}

// Not the id: a corrected pattern is another question.
function probeQuestion({ stream, pattern }: Probe): string {
  return `${stream} ${pattern}`;
}
