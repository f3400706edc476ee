import type { Observation } from '#model/observation.ts';
import type { RatchetSettings } from '#model/look-facts.ts';
import type { WorkspaceHead, WorkspaceState } from '#model/workspace.ts';
import { observe } from '../rules/observation/observe.ts';
import { settleObservation } from '../rules/observation/settle.ts';
import type { ObservedState } from '../rules/decision/apply-decision.ts';
import { applyObservation } from '../rules/decision/apply-observation.ts';
import type { ForgeReading } from '../needs/forge.ts';
import { excludeStrangers } from '../exclude-strangers.ts';
import {
  type RepositorySettings,
  toRatchetSettings,
  readRepositorySettings,
  defaultConfig,
} from '../read-settings.ts';
import { readVouching } from '../read-vouching.ts';
import type { DecideDeps } from './deps.ts';
import { lookForPushes } from './look-for-pushes.ts';

type Reading = Exclude<ForgeReading, { kind: 'later' }>;

export type SeenHead =
  | {
      readonly kind: 'seen';
      readonly state: ObservedState;
      readonly settings: RatchetSettings;
      /** What is wrong with the settings of the repository. */
      readonly broken: string | undefined;
    }
  /** It was gone before it was read for the first time. */
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
  const read = await readSettingsAt(deps, state, reading);
  const config = read.kind === 'ok' ? read.config : defaultConfig();
  const settings = read.kind === 'ok' ? read.ratchet : assumeSettings(state);
  const observation = await readObservation(deps, { state, reading, now, config });
  if (observation === undefined) return { kind: 'nothing', dueAt: null };
  const aftermaths = await lookForPushes(deps.forge, state, observation);
  const moved = applyObservation(state, observation, { settings, now, aftermaths });
  const noted = { ...moved, ...noteReading(state, reading), wakeSeqSeen: wakeSeq, observation };
  const broken = read.kind === 'broken' ? read.problem : undefined;
  return { kind: 'seen', state: noted, settings, broken };
}

type FoundSettings = RepositorySettings | { readonly kind: 'gone' };

/** Where the pull request or our access is gone, there is nothing to read and nothing to be set. */
async function readSettingsAt(
  deps: DecideDeps,
  { pullRequest, observation }: WorkspaceState,
  reading: Reading,
): Promise<FoundSettings> {
  const baseSha = reading.kind === 'seen' ? reading.facts.baseSha : observation?.baseSha;
  if (reading.kind === 'gone' || baseSha === undefined) return { kind: 'gone' };
  return readRepositorySettings(deps, pullRequest, baseSha);
}

/** A pull request that is switched on stays so, since switching on resets what was tried; nothing is started. */
function assumeSettings({ enabled }: WorkspaceState): RatchetSettings {
  return { ...toRatchetSettings(defaultConfig()), enabled, checks: false };
}

async function readObservation(
  { hash, forge }: DecideDeps,
  {
    state: { observation: previous, pullRequest, pushes },
    reading,
    now,
    config,
  }: {
    readonly state: WorkspaceState;
    readonly reading: Reading;
    readonly now: number;
    readonly config: ReturnType<typeof defaultConfig>;
  },
): Promise<Observation | undefined> {
  const settleMs = config.timeouts.settle;
  if (reading.kind === 'gone') return previous && { ...previous, state: 'none', observedAt: now };
  if (reading.kind === 'same') {
    return previous && { ...settleObservation(previous, { now, settleMs }), observedAt: now };
  }
  const addressed = pushes.findLast(({ kind }) => kind === 'review');
  const policy = { authors: config.trust.authors, bots: config.policy.bots };
  const context = {
    previous,
    ours: {
      lastPushAt: addressed?.at,
      heardUntil: addressed?.heardUntil,
      causes: addressed?.causes,
      left: addressed?.left,
    },
    settings: { settleMs },
    hash: hash.hex,
  };
  const seen = observe(reading.facts, { ...context, policy });
  const { openThreads, changesRequestedBy } = seen.review;
  if (openThreads.length === 0 && changesRequestedBy.length === 0) return seen;
  // Only where a review asks for something are the permissions of its authors requested.
  const written = {
    reviews: reading.facts.reviews,
    threads: reading.facts.threads.filter(({ resolved }) => !resolved),
  };
  const known = await excludeStrangers(forge, pullRequest, { written, policy });
  return observe(reading.facts, { ...context, policy: known });
}

function noteReading({ pullRequest }: WorkspaceState, reading: Reading): Partial<WorkspaceState> {
  if (reading.kind !== 'seen') return {};
  const { facts, light } = reading;
  return {
    light,
    readAt: facts.readAt,
    // A repository may have been renamed, and its branches with it.
    pullRequest: { ...pullRequest, ...facts.repository, nodeId: facts.nodeId },
  };
}

/** Remembers who vouches for the head, asked anew with each full reading: a short one tells of nothing new in it. */
export async function withVouching(
  { forge }: DecideDeps,
  { state, settings }: { readonly state: ObservedState; readonly settings: RatchetSettings },
  { isReadInFull }: { readonly isReadInFull: boolean },
): Promise<ObservedState> {
  const { observation, vouching: known, enabled } = state;
  const { headSha } = observation;
  if (!enabled || observation.state !== 'open') return state;
  if (!isReadInFull && known?.headSha === headSha) return state;
  const found = await readVouching(forge, state, { seen: observation, settings });
  return { ...state, vouching: { ...found, headSha } };
}
