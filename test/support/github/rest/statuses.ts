import * as z from 'zod';
import { addStatus } from '../checks.ts';
import { statusShape } from '../shapes/checks.ts';
import { repositoryRoutes } from './access.ts';
import { listAnswer } from './pages.ts';
import { resolveCommit } from './repositories.ts';
import {
  type Answer,
  bodyOf,
  notFound,
  Refusal,
  type RepositoryCall,
  type Route,
  segment,
} from './route.ts';

const STATES = {
  error: 'ERROR',
  failure: 'FAILURE',
  pending: 'PENDING',
  success: 'SUCCESS',
} as const;

const newStatus = z.object({
  state: z.enum(['error', 'failure', 'pending', 'success']),
  context: z.string().default('default'),
  description: z.string().max(140, 'is too long (maximum is 140 characters)').nullish(),
  target_url: z.string().nullish(),
});

export const statusRoutes: readonly Route[] = [
  repositoryRoutes.post('/statuses/{sha}', ['statuses', 'write'], makeStatus),
  repositoryRoutes.get('/commits/{ref}/statuses', ['statuses', 'read'], listStatuses),
];

function makeStatus(call: RepositoryCall): Answer {
  const { repository, world } = call;
  const given = bodyOf(call, newStatus);
  const sha = segment(call, 'sha');
  if (repository.git.commit(sha) === undefined) {
    throw new Refusal(422, `No commit found for SHA: ${sha}`);
  }
  const status = addStatus(world, repository, {
    sha,
    context: given.context,
    state: STATES[given.state],
    description: given.description ?? undefined,
    targetUrl: given.target_url ?? undefined,
    creator: call.sender,
  });
  return { status: 201, body: statusShape(call.site, status) };
}

function listStatuses(call: RepositoryCall): Answer {
  const sha = resolveCommit(call.repository, segment(call, 'ref'));
  if (sha === undefined) throw notFound();
  const newestFirst = (call.repository.statuses.get(sha) ?? []).toReversed();
  return listAnswer(call, newestFirst, (status) => statusShape(call.site, status));
}
