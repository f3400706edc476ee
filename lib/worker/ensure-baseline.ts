import type { RunId, Sha } from '#model/ids.ts';
import type { CheckServices, CheckInput } from '#check/check-repository.ts';
import { buildCheckInput } from '#check/check-input.ts';
import { recordBase } from '#check/record-base.ts';
import { toolFiles, withBaseCopies } from '#check/base-copies.ts';
import type { CheckoutReader, EngineHost } from '#check/needs/engine-host.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import { compareWithCommit } from '#check/read-base.ts';
import { listTurnedPaths } from '#check/read-turns.ts';
import { findRecorded } from '#check/recorded-baselines.ts';
import { decidesTools } from '#check/rules/repository/tool-files.ts';
import type { RunState } from '#repair/needs/run-state.ts';
import { baselinesOfHead } from './rules/baseline-names.ts';

/** State of a run that is kept outside of its repository. */
export interface WorkState extends RunState {
  /** The name under which baselines of the repository are recorded there. */
  readonly recordedAs: string;
}

export interface BaseToKnow {
  readonly prepared: PreparedCheck;
  /** The base with what it installs itself; absent: it installs the same. */
  readonly ofBase?: PreparedCheck | undefined;
  readonly state: WorkState;
  readonly check: CheckServices;
  readonly input: CheckInput;
  readonly runId: RunId;
  readonly base: Sha;
}

export interface HeadToCompare {
  readonly prepared: PreparedCheck;
  readonly repository: string;
  readonly head: Sha;
  readonly base: Sha;
}

/**
 * The name under which baselines of a repository are recorded for a head. The base is judged by the tools that were installed
 * for the head: where it changes these, what they say of the base holds for that very head, and for none after it.
 */
export async function nameBaselines(
  host: CheckoutReader,
  { prepared, repository, head, base: commit }: HeadToCompare,
): Promise<string> {
  const base = await compareWithCommit(host, prepared, commit);
  const named = toolFiles(prepared);
  const isOther = listTurnedPaths({ base }).some(
    (path) => decidesTools(path) || named.includes(path) || ofInstalled.test(path),
  );
  return isOther ? baselinesOfHead(repository, head) : repository;
}

/** What was installed once and is committed. */
const ofInstalled = /(?:^|\/)(?:node_modules|(?:site|dist)-packages|\.?venv)\//;

/** The baselines recorded there: a state file that came with the repository is not trusted. */
export function createBaselineReader({
  stores,
  recordedAs,
}: WorkState): CheckServices['recordedOf'] {
  return (commit, engine) => findRecorded(stores, recordedAs, { commit, engine });
}

/** Records what the engines find in the base; without it all findings would be new. */
export async function ensureBaseline(
  host: EngineHost,
  { prepared: ofHead, ofBase, state, check, ...given }: BaseToKnow,
): Promise<void> {
  const { runId, base: commit } = given;
  const { stores, recordedAs } = state;
  const prepared = ofBase ?? ofHead;
  const gitDir = ofBase === undefined ? state.gitDir : `${state.gitDir}-of-base`;
  const { signal = new AbortController().signal } = given.input;
  const input = ofBase === undefined ? given.input : await buildCheckInput(host, ofBase, signal);
  await withBaseCopies(host, { prepared, commit, gitDir }, async ({ copies, ...base }) => {
    const deps = { ...check, ...stores, clock: host.clock, copies };
    await recordBase(deps, { ...base, input, at: { repository: recordedAs, commit, runId } });
  });
}
