import { type Acceptance, readAcceptances } from './rules/findings/acceptance.ts';
import { readBaseline } from './rules/findings/baseline-file.ts';
import { growBaseline } from './rules/findings/baseline-rules.ts';
import type { Baseline, BaselineEntry } from './rules/findings/baseline.ts';
import type { TrustedBaseline } from './rules/findings/trusted-baseline.ts';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Finding } from '#model/finding.ts';
import type { Collected } from './collect-findings.ts';
import { holdRun } from './hold-run.ts';
import { type TreeWriter, type RewriteInput, writeBaselineFiles } from './rewrite-baseline.ts';
import { baselineFiles, longestBaseline } from './trust-baselines.ts';

export interface AcceptInput extends RewriteInput {
  readonly trusted: TrustedBaseline;
  readonly reason: string;
  readonly wanted: (finding: Finding) => boolean;
}

/** Takes the new findings of one engine into the baseline of the work tree, each with the reason. */
export async function acceptFindings(
  deps: TreeWriter,
  input: AcceptInput,
  runs: readonly Collected[],
): Promise<Outcome<readonly Finding[], 'baseline-wrong' | 'engine-failed'>> {
  const { trusted, reason, repository, folder, engine } = input;
  const [problem] = trusted.problems;
  if (problem !== undefined) return refuse('baseline-wrong', problem);
  const failed = runs.find(({ outcome }) => outcome.error !== null)?.outcome.error;
  if (failed) return refuse('engine-failed', failed.message);
  const held = await Promise.all(
    runs.map((run) => holdRun(deps, { ...input, baseline: trusted }, run)),
  );
  const fresh = runs.flatMap(({ identified }, index) =>
    identified().filter((_, at) => held[index]?.isNew[at] === true),
  );
  const chosen = fresh.filter(({ finding }) => input.wanted(finding));
  if (chosen.length === 0) return ok([]);
  const files = baselineFiles(folder, engine);
  const read = (path: string) => deps.sources.readText(`${repository}/${path}`, longestBaseline);
  const before = baselineInTree(engine, await read(files.entries), held[0]?.signature);
  const { baseline } = growBaseline(before, chosen, reason);
  const added = baseline.entries.slice(before.entries.length);
  await writeBaselineFiles(deps, input, {
    baseline: withoutRepeated(baseline, trusted.growth),
    acceptances: [
      ...readAcceptances((await read(files.reasons)) ?? ''),
      ...added.map((entry): Acceptance => toAcceptance(entry, reason)),
    ],
  });
  return ok(chosen.map(({ finding }) => finding));
}

function baselineInTree(
  engine: string,
  text: string | undefined,
  signature: string | undefined,
): Baseline {
  const reading = text === undefined ? undefined : readBaseline(text);
  return reading?.kind === 'baseline' ? reading.baseline : { engine, signature, entries: [] };
}

function toAcceptance({ path, rule, M }: BaselineEntry, reason: string): Acceptance {
  return { path, rule, M, reason };
}

/** An entry that a person wrote by hand is already in the file: it only lacked a reason. */
function withoutRepeated(baseline: Baseline, growth: readonly BaselineEntry[]): Baseline {
  const entries = [...baseline.entries];
  for (const one of growth) {
    const same = (entry: BaselineEntry): boolean =>
      entry.path === one.path && entry.rule === one.rule && entry.L === one.L && entry.M === one.M;
    if (entries.filter(same).length > 1) entries.splice(entries.findIndex(same), 1);
  }
  return { ...baseline, entries };
}
