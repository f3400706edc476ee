import { ok, type Outcome, refuse } from '#base/outcome.ts';
import {
  type Acceptance,
  keepNeeded,
  readAcceptances,
  writeAcceptances,
} from './rules/findings/acceptance.ts';
import { readBaseline, writeBaseline } from './rules/findings/baseline-file.ts';
import { type BaselineUpdate, growBaseline } from './rules/findings/baseline-rules.ts';
import type { Baseline } from './rules/findings/baseline.ts';
import type { WorkFiles } from './needs/work-files.ts';
import type { Collected } from './collect-findings.ts';
import { type HoldInput, holdRun } from './hold-run.ts';
import type { TreeReader } from './name-findings.ts';
import { baselineFiles, longestBaseline } from './trust-baselines.ts';

/** Reads the files of a work tree, and writes those that Ratchetr keeps there. */
export interface TreeWriter extends TreeReader {
  readonly files: WorkFiles;
}

export interface RewriteInput extends Omit<HoldInput, 'baseline'> {
  readonly engine: string;
  /** Folder of the committed files, relative to the repository. */
  readonly folder: string;
}

export type RewrittenBaseline =
  | { readonly kind: 'made'; readonly entries: number }
  | {
      readonly kind: 'followed';
      readonly changes: BaselineUpdate['changes'];
      readonly entries: number;
      readonly held: string | undefined;
    };

/** A refusal leaves the file as it is. */
type Rewriting = Outcome<RewrittenBaseline, 'baseline-wrong' | 'engine-failed' | 'partial'>;

/** Everything there is when an engine is first held to a baseline has one reason. */
const firstReason = 'It was there when the baseline was made.';

/** Makes the baseline of one engine, or takes out what is repaired; it never grows here. */
export async function rewriteBaseline(
  deps: TreeWriter,
  input: RewriteInput,
  runs: readonly Collected[],
): Promise<Rewriting> {
  const failed = runs.find(({ outcome }) => outcome.error !== null)?.outcome.error;
  if (failed) return refuse('engine-failed', failed.message);
  const files = baselineFiles(input.folder, input.engine);
  const text = await readFromTree(deps, input, files.entries);
  if (text === undefined) return makeBaseline(deps, input, runs);
  const reading = readBaseline(text);
  if (reading.kind === 'refused') {
    const [{ line, message } = { line: 1, message: '' }] = reading.problems;
    return refuse('baseline-wrong', `${files.entries}, line ${line}: ${message}`);
  }
  return followBaseline(deps, { ...input, text }, { runs, baseline: reading.baseline });
}

async function makeBaseline(
  deps: TreeWriter,
  input: RewriteInput,
  runs: readonly Collected[],
): Promise<Rewriting> {
  const partial = runs.find(({ outcome }) => outcome.completeness.kind !== 'complete');
  if (partial !== undefined && partial.outcome.completeness.kind !== 'complete') {
    return refuse('partial', partial.outcome.completeness.reason);
  }
  const signature = await signRuns(deps, input, runs);
  const empty: Baseline = { engine: input.engine, entries: [], ...(signature && { signature }) };
  const { baseline } = growBaseline(
    empty,
    runs.flatMap(({ identified }) => identified()),
    firstReason,
  );
  await writeBaselineFiles(deps, input, {
    baseline,
    acceptances: baseline.entries.map(({ path, rule, M }) => ({
      path,
      rule,
      M,
      reason: firstReason,
    })),
  });
  return ok({ kind: 'made', entries: baseline.entries.length });
}

async function followBaseline(
  deps: TreeWriter,
  input: RewriteInput & { readonly text: string },
  { runs, baseline: before }: { readonly runs: readonly Collected[]; readonly baseline: Baseline },
): Promise<Rewriting> {
  const signature = await signRuns(deps, input, runs);
  // The person who runs this command wants the baseline of the current rules.
  let baseline: Baseline = { ...before, signature };
  const changes: BaselineUpdate['changes'][number][] = [];
  let held: string | undefined;
  for (const run of runs) {
    const use = { source: 'committed', because: '' } as const;
    const { update } = await holdRun(deps, { ...input, baseline: { use, baseline } }, run);
    baseline = update.baseline;
    changes.push(...update.changes);
    held ??= update.held;
  }
  if (held !== undefined) baseline = { ...baseline, signature: before.signature };
  const reasons =
    (await readFromTree(deps, input, baselineFiles(input.folder, input.engine).reasons)) ?? '';
  const { renames } = input.base.changes;
  const acceptances = keepNeeded(readAcceptances(reasons), baseline.entries, renames);
  if (writeBaseline(baseline) !== input.text)
    await writeBaselineFiles(deps, input, { baseline, acceptances });
  return ok({ kind: 'followed', changes, entries: baseline.entries.length, held });
}

async function signRuns(
  deps: TreeWriter,
  input: RewriteInput,
  [run]: readonly Collected[],
): Promise<string | undefined> {
  if (run === undefined) return undefined;
  const use = { source: 'none', because: '' } as const;
  const baseline = { use, baseline: { engine: input.engine, entries: [] } };
  return (await holdRun(deps, { ...input, baseline }, run)).signature;
}

function readFromTree(
  { sources }: TreeWriter,
  { repository }: RewriteInput,
  path: string,
): Promise<string | undefined> {
  return sources.readText(`${repository}/${path}`, longestBaseline);
}

/** Merges of two branches keep the lines of both, and reviews fold the file. */
const attributes = '*.tsv merge=union linguist-generated\n';

/** Writes the baseline of one engine and the reasons beside it. */
export async function writeBaselineFiles(
  { files }: TreeWriter,
  { repository, folder }: RewriteInput,
  {
    baseline,
    acceptances,
  }: { readonly baseline: Baseline; readonly acceptances: readonly Acceptance[] },
): Promise<void> {
  const { entries, reasons } = baselineFiles(folder, baseline.engine);
  await files.replace(repository, `${folder}/.gitattributes`, attributes);
  // Reasons first: an entry without one would count as growth.
  await files.replace(repository, reasons, writeAcceptances(acceptances));
  await files.replace(repository, entries, writeBaseline(baseline));
}
