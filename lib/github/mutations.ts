/** Makes a commit that GitHub signs, if the branch still has the expected head. */
export const commitOnBranch = `
mutation CommitOnBranch($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;

/** Answers in a thread of a review. */
export const replyInThread = `
mutation ReplyInThread($threadId: ID!, $body: String!) {
  addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $threadId, body: $body }) {
    comment { id }
  }
}`;

/** What was written in a thread last: a reply of ours is there. */
export const threadReplies = `
query ThreadReplies($threadId: ID!, $before: String) {
  rateLimit { cost }
  node(id: $threadId) {
    __typename
    ... on PullRequestReviewThread {
      comments(last: 100, before: $before) {
        pageInfo { hasPreviousPage startCursor }
        nodes { body author { kind: __typename login } }
      }
    }
  }
}`;
