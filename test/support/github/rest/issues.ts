import * as z from 'zod';
import type { IssueComment, Pull } from '../model.ts';
import { labelPull, unlabelPull } from '../pulls.ts';
import { labelShape } from '../shapes/pulls.ts';
import { commentShape } from '../shapes/talk.ts';
import { addComment, editComment } from '../talk.ts';
import { repositoryRoutes } from './access.ts';
import { listAnswer } from './pages.ts';
import { pullOf } from './pulls.ts';
import {
  type Answer,
  bodyOf,
  notFound,
  numberSegment,
  Refusal,
  type RepositoryCall,
  type Route,
  segment,
} from './route.ts';

/** Longer bodies GitHub refuses. */
const LONGEST_BODY = 65_536;

const comment = z.object({
  body: z.string().min(1).max(LONGEST_BODY, `is too long (maximum is ${LONGEST_BODY} characters)`),
});
const newLabels = z.object({ labels: z.array(z.string()) });

export const issueRoutes: readonly Route[] = [
  repositoryRoutes.get('/issues/{issue_number}/comments', ['issues', 'read'], listComments),
  repositoryRoutes.post('/issues/{issue_number}/comments', ['issues', 'write'], makeComment),
  repositoryRoutes.get('/issues/comments/{comment_id}', ['issues', 'read'], showComment),
  repositoryRoutes.patch('/issues/comments/{comment_id}', ['issues', 'write'], changeComment),
  repositoryRoutes.get('/issues/{issue_number}/labels', ['issues', 'read'], listLabels),
  repositoryRoutes.post('/issues/{issue_number}/labels', ['issues', 'write'], addLabels),
  repositoryRoutes.delete('/issues/{issue_number}/labels/{name}', ['issues', 'write'], removeLabel),
];

function listComments(call: RepositoryCall): Answer {
  const since = call.query.get('since') ?? '';
  const comments = issueOf(call).comments.filter(({ updatedAt }) => updatedAt >= since);
  return listAnswer(call, comments, (found) => commentShape(call.site, found));
}

function makeComment(call: RepositoryCall): Answer {
  const pull = issueOf(call);
  if (pull.locked) throw new Refusal(403, 'Unable to create comment because issue is locked.');
  const app = call.token.kind === 'installation' ? call.token.installation.app : undefined;
  const { body } = bodyOf(call, comment);
  const made = addComment(call.world, pull, { author: call.sender, body, app });
  return { status: 201, body: commentShape(call.site, made) };
}

function showComment(call: RepositoryCall): Answer {
  return { status: 200, body: commentShape(call.site, commentOf(call)) };
}

function changeComment(call: RepositoryCall): Answer {
  const found = commentOf(call);
  editComment(call.world, found, { ...bodyOf(call, comment), sender: call.sender });
  return { status: 200, body: commentShape(call.site, found) };
}

function listLabels(call: RepositoryCall): Answer {
  const labels = [...issueOf(call).labels.values()];
  return listAnswer(call, labels, (label) => labelShape(call.site, call.repository, label));
}

function addLabels(call: RepositoryCall): Answer {
  const pull = issueOf(call);
  const { labels } = bodyOf(call, newLabels);
  for (const name of labels) labelPull(call.world, pull, { name, sender: call.sender });
  return listLabels(call);
}

function removeLabel(call: RepositoryCall): Answer {
  const pull = issueOf(call);
  const name = segment(call, 'name');
  if (!pull.labels.has(name)) throw new Refusal(404, 'Label does not exist');
  unlabelPull(call.world, pull, { name, sender: call.sender });
  return listLabels(call);
}

function issueOf(call: RepositoryCall): Pull {
  return pullOf(call, numberSegment(call, 'issue_number'));
}

function commentOf(call: RepositoryCall): IssueComment {
  const { world, repository } = call;
  const found = world.nodes.get(world.ids.nodeId('IC', numberSegment(call, 'comment_id')));
  if (found?.kind !== 'IssueComment' || found.pull.repository !== repository) throw notFound();
  return found;
}
