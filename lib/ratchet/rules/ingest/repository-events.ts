import * as z from 'zod';
import { installationId } from '#model/ids.ts';
import { ignored } from './effect.ts';
import {
  eventReader,
  type ReadEvent,
  numericId,
  repository,
  toEventRepository,
} from './payload.ts';

const pushShape = z.object({
  ref: z.string(),
  deleted: z.boolean().optional().catch(undefined),
  repository,
});

const branches = 'refs/heads/';

/**
 * A moved base changes what its pull requests conflict with, and no event of theirs tells of it. It
 * counts also when the push was ours: what we push may be the base of another pull request.
 */
export const pushEvent: ReadEvent = eventReader(pushShape, (payload, receiver) => {
  if (!payload.ref.startsWith(branches)) return ignored('The push is to no branch.');
  if (payload.deleted === true) return ignored('The branch was deleted.');
  return {
    kind: 'due',
    concerned: {
      kind: 'base',
      repository: toEventRepository(payload.repository, receiver),
      branch: payload.ref.slice(branches.length),
    },
    reason: 'the base moved',
  };
});

const repositoryShape = z.object({ action: z.string(), repository: z.object({ id: numericId }) });

/** Names and access are read anew by the next look; the id stays. */
const repositoryActions: ReadonlySet<string> = new Set([
  'renamed',
  'transferred',
  'archived',
  'unarchived',
  'deleted',
]);

export const repositoryEvent: ReadEvent = eventReader(repositoryShape, (payload) => {
  const { action, repository: where } = payload;
  if (!repositoryActions.has(action)) {
    return ignored('The action asks for no look.');
  }
  const concerned = { kind: 'repositories', repositoryIds: [where.id] } as const;
  return { kind: 'due', concerned, reason: `the repository was ${action}` };
});

const installationShape = z.object({
  action: z.string(),
  installation: z.object({ id: numericId.pipe(installationId) }),
});

const installationWords: ReadonlyMap<string, string> = new Map([
  ['deleted', 'the App was uninstalled'],
  ['suspend', 'the App was suspended'],
  ['unsuspend', 'the App is no longer suspended'],
  ['new_permissions_accepted', 'the App has new permissions'],
]);

const notYetKnown = 'Its open pull requests are found by the next reconciliation.';

export const installationEvent: ReadEvent = eventReader(installationShape, (payload) => {
  const reason = installationWords.get(payload.action);
  if (reason === undefined) return ignored(notYetKnown);
  const concerned = { kind: 'installation', installationId: payload.installation.id } as const;
  return { kind: 'due', concerned, reason };
});

const repositoriesShape = z.object({
  action: z.string(),
  repositories_removed: z
    .array(z.object({ id: numericId }))
    .optional()
    .catch(undefined),
});

export const installationRepositoriesEvent: ReadEvent = eventReader(
  repositoriesShape,
  ({ action, repositories_removed: removed = [] }) => {
    if (action !== 'removed' || removed.length === 0) return ignored(notYetKnown);
    const concerned = { kind: 'repositories', repositoryIds: removed.map(({ id }) => id) } as const;
    return { kind: 'due', concerned, reason: 'the App lost access' };
  },
);
