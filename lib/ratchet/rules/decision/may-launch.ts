import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { RunKind } from '#model/run.ts';
import { type Unvouched, unvouched } from './vouch.ts';

/** What stands against a launch, whatever it is to do. */
export interface LaunchObstacle {
  readonly action: 'CLEANUP_ONLY' | 'WAIT';
  readonly code:
    | Unvouched['code']
    | 'ARCHIVED'
    | 'DRAFT'
    | 'FORK'
    | 'MERGE_QUEUE'
    | 'NO_PERMISSION'
    | 'PAUSED';
  readonly reason: string;
  readonly needsHuman?: boolean;
}

type LaunchFacts = Pick<
  LookFacts,
  | 'archived'
  | 'authorAssociation'
  | 'canPush'
  | 'draft'
  | 'fromFork'
  | 'inMergeQueue'
  | 'labels'
  | 'paused'
  | 'switchedTo'
  | 'vouching'
>;
type Settings = Pick<RatchetSettings, 'drafts' | 'forks' | 'trusted'>;

/**
 * What stands against starting a worker, whatever it is to do. It is asked when a launch is decided and once more right
 * before it: a worker runs code of the pull request.
 */
export function obstacleToLaunch(
  kind: RunKind,
  facts: LaunchFacts,
  settings: Settings,
): LaunchObstacle | undefined {
  return (
    notNow(kind, facts, settings) ??
    obstacleToTrust(facts, settings) ??
    (kind === 'fixup' ? inQueue(facts) : undefined) ??
    notHere(kind, facts, settings)
  );
}

/** What stands against running any code of this head. */
export function obstacleToTrust(
  facts: LaunchFacts,
  settings: Pick<Settings, 'trusted'>,
): LaunchObstacle | undefined {
  const found = unvouched(facts, settings);
  return found && { action: 'CLEANUP_ONLY', ...found, needsHuman: true };
}

function notNow(
  kind: RunKind,
  { archived, paused, draft }: LaunchFacts,
  { drafts }: Settings,
): LaunchObstacle | undefined {
  const watch = { action: 'CLEANUP_ONLY' } as const;
  if (archived === true) {
    const reason = 'The repository is archived, so nothing in it can be changed.';
    return { ...watch, code: 'ARCHIVED', reason };
  }
  if (paused !== null) {
    return { ...watch, code: 'PAUSED', reason: pausedWords(paused) };
  }
  // Looking at a draft takes nothing from its author.
  if (kind === 'check' || !draft || drafts !== 'observe') return undefined;
  return { ...watch, code: 'DRAFT', reason: 'Drafts are only watched.' };
}

export function pausedWords(by: string): string {
  return `${by} paused all fixing.`;
}

function inQueue({ inMergeQueue }: LaunchFacts): LaunchObstacle | undefined {
  if (!inMergeQueue) return undefined;
  return { action: 'WAIT', code: 'MERGE_QUEUE', reason: 'A push would eject it from the queue.' };
}

function notHere(
  kind: RunKind,
  { canPush, fromFork }: LaunchFacts,
  { forks }: Settings,
): LaunchObstacle | undefined {
  if (canPush || forks !== 'observe') return undefined;
  // A check pushes nothing, so in the repository itself it needs no right to.
  if (kind === 'check' && !fromFork) return undefined;
  const [code, reason] = fromFork
    ? (['FORK', 'The branch lies in a fork that we may not push to.'] as const)
    : (['NO_PERMISSION', 'We may not push to this repository.'] as const);
  return { action: 'CLEANUP_ONLY', code, reason, needsHuman: true };
}
