import type { IssueComment, Pull, Review, ReviewComment, ReviewThread } from '../model.ts';
import { accountOrNull, appShape } from './accounts.ts';
import { labelShape } from './pulls.ts';
import { apiOf, associationOf, htmlOf } from './repository.ts';
import type { Site } from './site.ts';

export function commentShape(site: Site, comment: IssueComment) {
  const { pull } = comment;
  const api = apiOf(site, pull.repository);
  return {
    id: comment.id,
    node_id: comment.nodeId,
    url: `${api}/issues/comments/${comment.id}`,
    html_url: `${htmlOf(site, pull.repository)}/pull/${pull.number}#issuecomment-${comment.id}`,
    issue_url: `${api}/issues/${pull.number}`,
    user: accountOrNull(site, comment.author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(pull.repository, comment.author),
    performed_via_github_app: comment.app ? appShape(site, comment.app) : null,
  };
}

/** A pull request as the issue that it is as well. */
export function issueShape(site: Site, pull: Pull) {
  const [api, html] = [apiOf(site, pull.repository), htmlOf(site, pull.repository)];
  const url = `${api}/issues/${pull.number}`;
  const page = `${html}/pull/${pull.number}`;
  return {
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: page,
    id: pull.id,
    node_id: pull.nodeId,
    number: pull.number,
    title: pull.title,
    user: accountOrNull(site, pull.author),
    labels: [...pull.labels.values()].map((label) => labelShape(site, pull.repository, label)),
    state: pull.state === 'OPEN' ? 'open' : 'closed',
    locked: pull.locked,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: pull.comments.length,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt ?? null,
    author_association: associationOf(pull.repository, pull.author),
    active_lock_reason: null,
    draft: pull.draft,
    pull_request: {
      url: `${api}/pulls/${pull.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: pull.mergedAt ?? null,
    },
    body: pull.body,
  };
}

export function reviewShape(site: Site, review: Review) {
  const { pull } = review;
  const url = `${apiOf(site, pull.repository)}/pulls/${pull.number}`;
  const html = `${htmlOf(site, pull.repository)}/pull/${pull.number}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: review.nodeId,
    user: accountOrNull(site, review.author),
    body: review.body,
    commit_id: review.commit,
    submitted_at: review.submittedAt,
    state: review.state.toLowerCase(),
    html_url: html,
    pull_request_url: url,
    author_association: associationOf(pull.repository, review.author),
    _links: { html: { href: html }, pull_request: { href: url } },
  };
}

export function reviewCommentShape(site: Site, comment: ReviewComment) {
  const { thread } = comment;
  const { pull } = thread;
  const api = apiOf(site, pull.repository);
  const url = `${api}/pulls/comments/${comment.id}`;
  const [first] = thread.comments;
  const html = `${htmlOf(site, pull.repository)}/pull/${pull.number}#discussion_r${comment.id}`;
  return {
    url,
    pull_request_review_id: comment.review?.id ?? null,
    id: comment.id,
    node_id: comment.nodeId,
    diff_hunk: comment.diffHunk,
    path: thread.path,
    position: thread.outdated ? null : 1,
    original_position: 1,
    commit_id: pull.headSha,
    original_commit_id: thread.originalCommit,
    ...(first !== undefined && first !== comment && { in_reply_to_id: first.id }),
    user: accountOrNull(site, comment.author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: html,
    pull_request_url: `${api}/pulls/${pull.number}`,
    author_association: associationOf(pull.repository, comment.author),
    _links: {
      self: { href: url },
      html: { href: html },
      pull_request: { href: `${api}/pulls/${pull.number}` },
    },
    start_line: null,
    original_start_line: null,
    start_side: null,
    line: thread.line ?? null,
    original_line: thread.originalLine,
    side: 'RIGHT',
  };
}

export function threadShape(site: Site, thread: ReviewThread) {
  const comments = thread.comments.map((comment) => reviewCommentShape(site, comment));
  return { node_id: thread.nodeId, comments };
}
