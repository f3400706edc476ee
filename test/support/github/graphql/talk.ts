import { associationOf } from './accounts.ts';
import { connectById, onlyArgs, pageArgNames } from './connection.ts';
import { fullName } from './repositories.ts';
import { fieldsOf } from './sources.ts';

export const issueCommentFields = fieldsOf('IssueComment', {
  id: ({ nodeId }) => nodeId,
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  body: ({ body }) => body,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  isMinimized: ({ minimized }) => minimized,
  author: ({ author }) => author,
  authorAssociation: ({ pull, author }) => associationOf(pull, author),
  pullRequest: ({ pull }) => pull,
  url: ({ pull, id }, _args, { webUrl }) =>
    `${webUrl}/${fullName(pull.repository)}/pull/${pull.number}#issuecomment-${id}`,
});

export const reviewFields = fieldsOf('PullRequestReview', {
  id: ({ nodeId }) => nodeId,
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  url: ({ pull, id }, _args, { webUrl }) =>
    `${webUrl}/${fullName(pull.repository)}/pull/${pull.number}#pullrequestreview-${id}`,
  state: ({ state }) => state,
  body: ({ body }) => body,
  submittedAt: ({ submittedAt }) => submittedAt,
  createdAt: ({ submittedAt }) => submittedAt,
  updatedAt: ({ submittedAt }) => submittedAt,
  author: ({ author }) => author,
  authorAssociation: ({ pull, author }) => associationOf(pull, author),
  commit: ({ pull, commit }) => ({ kind: 'Commit', repository: pull.repository, sha: commit }),
  pullRequest: ({ pull }) => pull,
});

export const threadFields = fieldsOf('PullRequestReviewThread', {
  id: ({ nodeId }) => nodeId,
  isResolved: ({ resolvedBy }) => resolvedBy !== undefined,
  resolvedBy: ({ resolvedBy }) => resolvedBy,
  isOutdated: ({ outdated }) => outdated,
  isCollapsed: ({ outdated, resolvedBy }) => outdated || resolvedBy !== undefined,
  path: ({ path }) => path,
  line: ({ line }) => line,
  startLine: () => undefined,
  originalLine: ({ originalLine }) => originalLine,
  diffSide: () => 'RIGHT',
  subjectType: () => 'LINE',
  pullRequest: ({ pull }) => pull,
  comments: ({ comments }, args) => {
    onlyArgs(args, pageArgNames, 'comments of a thread');
    return connectById(comments, args);
  },
});

export const reviewCommentFields = fieldsOf('PullRequestReviewComment', {
  id: ({ nodeId }) => nodeId,
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  body: ({ body }) => body,
  path: ({ thread }) => thread.path,
  line: ({ thread }) => thread.line,
  originalLine: ({ thread }) => thread.originalLine,
  outdated: ({ thread }) => thread.outdated,
  diffHunk: ({ diffHunk }) => diffHunk,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  isMinimized: ({ minimized }) => minimized,
  author: ({ author }) => author,
  authorAssociation: ({ thread, author }) => associationOf(thread.pull, author),
  originalCommit: ({ thread }) => ({
    kind: 'Commit',
    repository: thread.pull.repository,
    sha: thread.originalCommit,
  }),
  url: ({ thread, id }, _args, { webUrl }) =>
    `${webUrl}/${fullName(thread.pull.repository)}/pull/${thread.pull.number}#discussion_r${id}`,
  pullRequestReview: ({ review }) => review,
  pullRequest: ({ thread }) => thread.pull,
  replyTo: (comment) =>
    comment.thread.comments[0] === comment ? undefined : comment.thread.comments[0],
});
