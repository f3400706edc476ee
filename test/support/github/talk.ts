import type { Account, App } from './identity.ts';
import type { IssueComment, Pull, Review, ReviewComment, ReviewThread } from './model.ts';
import { touch } from './pulls.ts';
import { register } from './residents.ts';
import { hunkAround, linesAt } from './threads.ts';
import type { World } from './world.ts';

export interface NewComment {
  readonly author: Account;
  readonly app?: App | undefined;
  readonly body: string;
}

/** Writes a comment in the conversation of a pull request. */
export function addComment(world: World, pull: Pull, plan: NewComment): IssueComment {
  const id = world.ids.next();
  const now = world.now();
  const comment: IssueComment = register(world, {
    kind: 'IssueComment',
    id,
    nodeId: world.ids.nodeId('IC', id),
    pull,
    author: plan.author,
    app: plan.app,
    body: plan.body,
    createdAt: now,
    updatedAt: now,
    minimized: false,
  });
  pull.comments.push(comment);
  tellComment(world, comment, { action: 'created', sender: plan.author });
  return comment;
}

/** Changes the words of a comment. */
export function editComment(
  world: World,
  comment: IssueComment,
  change: { readonly body: string; readonly sender: Account },
): void {
  comment.body = change.body;
  comment.updatedAt = world.now();
  tellComment(world, comment, { action: 'edited', sender: change.sender });
}

/** Takes a comment away for good. */
export function deleteComment(world: World, comment: IssueComment, sender: Account): void {
  const { comments } = comment.pull;
  comments.splice(comments.indexOf(comment), 1);
  world.nodes.delete(comment.nodeId);
  tellComment(world, comment, { action: 'deleted', sender });
}

export interface NewReview {
  readonly author: Account;
  readonly state: Exclude<Review['state'], 'DISMISSED'>;
  readonly body?: string;
  readonly threads?: readonly NewThread[];
}

export interface NewThread {
  readonly path: string;
  readonly line: number;
  readonly body: string;
}

/** Submits a review of the head, with its threads. */
export function addReview(world: World, pull: Pull, plan: NewReview): Review {
  const id = world.ids.next();
  const { repository } = pull;
  const review: Review = register(world, {
    kind: 'PullRequestReview',
    id,
    nodeId: world.ids.nodeId('PRR', id),
    pull,
    author: plan.author,
    state: plan.state,
    body: plan.body ?? '',
    commit: pull.headSha,
    submittedAt: world.now(),
  });
  pull.reviews.push(review);
  pull.reviewRequests.delete(plan.author);
  touch(world, pull);
  const happened = { repository, pull, sender: plan.author };
  world.emit({ type: 'pull_request_review', action: 'submitted', ...happened, review });
  for (const thread of plan.threads ?? []) openThread(world, review, thread);
  return review;
}

/** Takes the force from a review. */
export function dismissReview(world: World, review: Review, sender: Account): void {
  review.state = 'DISMISSED';
  const { pull } = review;
  touch(world, pull);
  const happened = { repository: pull.repository, pull, sender };
  world.emit({ type: 'pull_request_review', action: 'dismissed', ...happened, review });
}

/** Answers in a thread. */
export function replyInThread(
  world: World,
  thread: ReviewThread,
  plan: { readonly author: Account; readonly body: string },
): ReviewComment {
  return addThreadComment(world, thread, plan);
}

/** Resolves a thread or opens it again. */
export function setResolved(
  world: World,
  thread: ReviewThread,
  change: { readonly resolved: boolean; readonly sender: Account },
): void {
  if ((thread.resolvedBy !== undefined) === change.resolved) return;
  thread.resolvedBy = change.resolved ? change.sender : undefined;
  const { pull } = thread;
  world.emit({
    type: 'pull_request_review_thread',
    action: change.resolved ? 'resolved' : 'unresolved',
    repository: pull.repository,
    pull,
    sender: change.sender,
    thread,
  });
}

function tellComment(
  world: World,
  comment: IssueComment,
  told: { readonly action: 'created' | 'edited' | 'deleted'; readonly sender: Account },
): void {
  const { pull } = comment;
  touch(world, pull);
  world.emit({ type: 'issue_comment', repository: pull.repository, pull, comment, ...told });
}

function openThread(world: World, review: Review, plan: NewThread): void {
  const { pull } = review;
  const id = world.ids.next();
  const thread: ReviewThread = register(world, {
    kind: 'PullRequestReviewThread',
    id,
    nodeId: world.ids.nodeId('PRRT', id),
    pull,
    path: plan.path,
    line: plan.line,
    originalLine: plan.line,
    originalCommit: pull.headSha,
    outdated: false,
    resolvedBy: undefined,
    comments: [],
  });
  pull.threads.push(thread);
  addThreadComment(world, thread, { author: review.author, body: plan.body, review });
}

function addThreadComment(
  world: World,
  thread: ReviewThread,
  plan: { readonly author: Account | undefined; readonly body: string; readonly review?: Review },
): ReviewComment {
  const { pull } = thread;
  const { repository } = pull;
  const id = world.ids.next();
  const now = world.now();
  const comment: ReviewComment = register(world, {
    kind: 'PullRequestReviewComment',
    id,
    nodeId: world.ids.nodeId('PRRC', id),
    thread,
    review: plan.review,
    author: plan.author,
    body: plan.body,
    diffHunk: hunkAround(
      linesAt(repository.git, thread.originalCommit, thread.path),
      thread.originalLine,
    ),
    createdAt: now,
    updatedAt: now,
    minimized: false,
  });
  thread.comments.push(comment);
  touch(world, pull);
  const sender = plan.author ?? repository.owner;
  world.emit({
    type: 'pull_request_review_comment',
    action: 'created',
    repository,
    pull,
    sender,
    comment,
  });
  return comment;
}
