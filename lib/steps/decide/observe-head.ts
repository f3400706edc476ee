import type { Observation } from '#domain/model/observation.ts';
import type { RatchetSettings } from '#domain/model/look-facts.ts';
import type { WorkspaceHead, WorkspaceState } from '#domain/model/workspace.ts';
import { observe } from '#domain/observation/observe.ts';
import { settle } from '#domain/observation/settle.ts';
import type { ObservedState } from '#domain/ratchet/decided.ts';
import { observed } from '#domain/ratchet/observed.ts';
import type { ForgeReading } from '#ports/forge.ts';
import { type ReadSettings, ratchetSettingsOf, readSettings } from '../read-settings.ts';
import { defaultConfig } from '../default-config.ts';
import type { DecideDeps } from './deps.ts';

type Reading = Exclude<ForgeReading, { kind: 'later' }>;

export type SeenHead =
  | {
      readonly kind: 'seen';
      readonly state: ObservedState;
      readonly settings: RatchetSettings;
      /** What is wrong with the settings of the repository. */
      readonly broken: string | undefined;
    }
  /** It was gone before anybody saw it. */
  | { readonly kind: 'nothing'; readonly dueAt: null };

/** Brings a workspace up to what the forge says now. */
export async function observeHead(
  deps: DecideDeps,
  { state, wakeSeq }: WorkspaceHead,
  reading: Reading,
): Promise<SeenHead> {
  const now = deps.clock.now();
  if (state.observation === undefined && reading.kind !== 'seen') {
    return { kind: 'nothing', dueAt: null };
  }
  const baseSha = reading.kind === 'seen' ? reading.facts.baseSha : state.observation?.baseSha;
  const read = await settingsAt(deps, state, baseSha);
  const config = read.kind === 'ok' ? read.config : defaultConfig();
  const settings = ratchetSettingsOf(config);
  const observation = observationFrom(deps, { state, reading, now, config });
  if (observation === undefined) return { kind: 'nothing', dueAt: null };
  const moved = observed(state, observation, { settings, now });
  const noted = { ...moved, ...notesOf(state, reading), wakeSeqSeen: wakeSeq, observation };
  const broken = read.kind === 'ok' ? undefined : read.problem;
  return { kind: 'seen', state: noted, settings, broken };
}

async function settingsAt(
  deps: DecideDeps,
  { pullRequest }: WorkspaceState,
  baseSha: Observation['baseSha'] | undefined,
): Promise<ReadSettings> {
  if (baseSha === undefined) return { kind: 'broken', problem: 'there is no base branch' };
  return readSettings(deps, pullRequest, baseSha);
}

function observationFrom(
  { hash }: DecideDeps,
  {
    state: { observation: previous, pushes },
    reading,
    now,
    config,
  }: {
    readonly state: WorkspaceState;
    readonly reading: Reading;
    readonly now: number;
    readonly config: ReturnType<typeof defaultConfig>;
  },
): Observation | undefined {
  const settleMs = config.timeouts.settle;
  if (reading.kind === 'gone') return previous && { ...previous, state: 'none', observedAt: now };
  if (reading.kind === 'same') {
    return previous && { ...settle(previous, { now, settleMs }), observedAt: now };
  }
  return observe(reading.facts, {
    previous,
    policy: { authors: config.trust.authors, bots: config.policy.bots },
    ours: { lastPushAt: pushes.findLast(({ kind }) => kind === 'review')?.at },
    settings: { settleMs },
    hash,
  });
}

function notesOf(
  { pullRequest }: WorkspaceState,
  reading: Reading,
): Partial<Pick<WorkspaceState, 'light' | 'readAt' | 'pullRequest'>> {
  if (reading.kind !== 'seen') return {};
  const { facts, light } = reading;
  return {
    light,
    readAt: facts.readAt,
    pullRequest: { ...pullRequest, nodeId: facts.nodeId },
  };
}
