import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Sha } from '#model/ids.ts';
import { buildCheckDeps, buildCheckInput } from '#check/check-input.ts';
import type { CheckServices, CheckInput } from '#check/check-repository.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import { listManifestFolders } from '#check/rules/repository/roots.ts';
import { within } from '#check/rules/repository/facts.ts';
import { createNumbersAtBase } from '#check/numbers-at-base.ts';
import { type Base, readBase } from '#check/read-base.ts';
import type { RepairHost, RepositoryGit } from './needs/repair-host.ts';
import type { RunState } from './needs/run-state.ts';

/** A repository that is to be repaired, with all that a repair works with on this machine. */
export interface OpenedRepair {
  readonly host: RepairHost;
  readonly prepared: PreparedCheck;
  readonly check: CheckServices;
  readonly input: CheckInput;
  readonly state: RunState;
  readonly git: RepositoryGit;
  readonly head: Sha;
  readonly base: Base;
}

export interface RepairToOpen {
  readonly prepared: PreparedCheck;
  /** Opens what is kept of runs, once it is sure that something can be repaired. */
  readonly openState: () => Promise<RunState>;
  readonly recordedOf: CheckServices['recordedOf'];
  /** Where bases are judged beforehand, and what was found out is recorded. */
  readonly isBaseJudged?: true;
  readonly signal: AbortSignal;
}

/** Gathers what a repair needs. */
export async function openRepair(
  host: RepairHost,
  { prepared, openState, recordedOf, isBaseJudged, signal }: RepairToOpen,
): Promise<Outcome<OpenedRepair, 'no-commit' | 'not-at-top'>> {
  const { repository } = prepared;
  const deps = buildCheckDeps(host, prepared, recordedOf);
  const check = isBaseJudged === true ? { ...deps, judgeBase: undefined } : deps;
  const input = await buildCheckInput(host, prepared, signal);
  const head = await host.history.base(repository);
  if (head.kind !== 'commit') {
    return refuse('no-commit', `Nothing can be repaired here: ${head.because}.`);
  }
  const place = await host.history.placeOf(repository);
  if (place !== '') {
    const sentence = `Run this at the top of the repository, not in its folder ${place}.`;
    return refuse('not-at-top', sentence);
  }
  const base = await readBase(check, input, input.ref);
  const state = await openState();
  const git = await host.openGit(repository, state.gitDir);
  const numbersAtBase = createNumbersAtBase(check, input, base);
  const environment = input.environment ?? host.noteFolders(listInstalledFolders(prepared));
  const held = { ...input, numbersAtBase, environment };
  return ok({ host, prepared, check, input: held, state, git, head: head.commit, base });
}

/** What is installed for the code of a person's checkout, absolute. */
function listInstalledFolders({ repository, facts }: PreparedCheck): readonly string[] {
  const { environments, virtualEnv, nodePackages = new Map() } = facts;
  const modules = listManifestFolders(facts)
    .filter((root) => nodePackages.has(root))
    .map((root) => within(root, 'node_modules'));
  const inside = [...modules, ...environments].map((path) => `${repository}/${path}`);
  return virtualEnv === undefined ? inside : [...new Set([...inside, virtualEnv])];
}
