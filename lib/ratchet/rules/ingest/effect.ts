import type { InstallationId, Sha } from '#model/ids.ts';
import type { PullRequest } from '#model/workspace.ts';

/** A repository as an event names it: its id is what counts, its names may be those of yesterday. */
export type EventRepository = Omit<PullRequest, 'number' | 'nodeId'>;

/** The pull requests that an event concerns, as far as it tells. */
export type Concerned =
  /** This one. While it is open it is watched from now on. */
  | {
      readonly kind: 'pull-request';
      readonly pullRequest: PullRequest;
      readonly open: boolean;
      /** Absent: the webhook belongs to no App. */
      readonly installationId?: InstallationId | undefined;
    }
  | {
      readonly kind: 'numbers';
      readonly repository: EventRepository;
      readonly numbers: readonly number[];
    }
  | { readonly kind: 'head'; readonly repository: EventRepository; readonly sha: Sha }
  | { readonly kind: 'base'; readonly repository: EventRepository; readonly branch: string }
  | { readonly kind: 'repositories'; readonly repositoryIds: readonly string[] }
  | { readonly kind: 'installation'; readonly installationId: InstallationId };

/** What an event means for the pull requests under watch. */
export type IngestEffect =
  /** They are to be looked at; `reason` says in a few words what happened. */
  | { readonly kind: 'due'; readonly concerned: Concerned; readonly reason: string }
  /** A person wants something of us. */
  | {
      readonly kind: 'asked';
      readonly concerned: Concerned;
      /** Absent: a button was pressed. */
      readonly commentId?: string | undefined;
      readonly login: string;
      /** The words after /ratchet. */
      readonly text: string;
      /** When it was written, as the forge writes times; absent: a button was pressed. */
      readonly askedAt?: string | undefined;
    }
  | Ignored;

export interface Ignored {
  readonly kind: 'ignored';
  /** In one sentence. */
  readonly reason: string;
}

export function ignored(reason: string): Ignored {
  return { kind: 'ignored', reason };
}
