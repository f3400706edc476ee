/** What GitHub is asked by GraphQL. Each connection is charged once for each of its parents, so few have any below them. */

const light = `
fragment Light on PullRequest {
  id number state isDraft updatedAt mergeable isInMergeQueue headRefOid baseRefName baseRefOid
  repository { databaseId isArchived }
  baseRef { target { oid } }
  reviewThreads(last: 50) { totalCount nodes { isResolved } }
  statusCheckRollup {
    state
    contexts(first: 1) {
      totalCount
      checkRunCountsByState { state count }
      statusContextCountsByState { state count }
    }
  }
}`;

const context = `
fragment Context on StatusCheckRollupContext {
  kind: __typename
  ... on CheckRun {
    databaseId name status conclusion startedAt completedAt detailsUrl title
    checkSuite { id app { databaseId slug } workflowRun { event workflow { databaseId name } } }
  }
  ... on StatusContext {
    id context state description targetUrl createdAt creator { kind: __typename login }
  }
}`;

const suite = `
fragment Suite on CheckSuite {
  id status conclusion createdAt
  app { databaseId slug }
  workflowRun { runNumber event workflow { databaseId name } }
}`;

const remark = `
fragment Remark on Comment {
  id body createdAt updatedAt author { kind: __typename login } authorAssociation
}`;

const thread = `
fragment Thread on PullRequestReviewThread {
  id isResolved isOutdated path line originalLine
  comments(last: 10) {
    pageInfo { hasPreviousPage startCursor }
    nodes { url ...Remark }
  }
}`;

const full = `
fragment Full on PullRequest {
  ...Light
  title url isCrossRepository maintainerCanModify headRefName
  author { kind: __typename login }
  authorAssociation
  repository { viewerPermission name owner { login } }
  headRepository { nameWithOwner viewerPermission }
  headRepositoryOwner { kind: __typename }
  commits(last: 1) {
    nodes {
      commit {
        oid tree { oid } parents(first: 10) { nodes { oid } }
        checkSuites(first: 100) { pageInfo { hasNextPage endCursor } nodes { ...Suite } }
      }
    }
  }
  labels(first: 100) { nodes { name } }
  labelled: timelineItems(last: 50, itemTypes: [LABELED_EVENT]) {
    nodes { ... on LabeledEvent { createdAt actor { kind: __typename login } label { name } } }
  }
  reviews(last: 100, states: [APPROVED, CHANGES_REQUESTED, DISMISSED]) {
    nodes { id state submittedAt author { kind: __typename login } authorAssociation }
  }
  comments(last: 20) { nodes { ...Remark } }
  threads: reviewThreads(last: 20) {
    pageInfo { hasPreviousPage startCursor }
    nodes { ...Thread }
  }
  checks: statusCheckRollup {
    contexts(first: 100) { pageInfo { hasNextPage endCursor } nodes { ...Context } }
  }
}`;

const fragments = {
  Light: light,
  Full: [full, light, context, suite, remark, thread].join('\n'),
} as const;

/** How much of a pull request is read: enough to see that something changed, or everything. */
export type Depth = keyof typeof fragments;

export function pullRequestsById(depth: Depth): string {
  return `query PullRequestsById($ids: [ID!]!) {
  rateLimit { cost }
  nodes(ids: $ids) { ...${depth} }
}
${fragments[depth]}`;
}

/** For those whose ids are not known yet; the answers are named p followed by the number. */
export function pullRequestsByNumber(depth: Depth, numbers: readonly number[]): string {
  const asked = numbers.map(
    (number) => `p${number}: pullRequest(number: ${number}) { ...${depth} }`,
  );
  return `query PullRequestsByNumber($owner: String!, $name: String!) {
  rateLimit { cost }
  repository(owner: $owner, name: $name) {
    ${asked.join('\n    ')}
  }
}
${fragments[depth]}`;
}

export const moreChecks = `query MoreChecks($id: ID!, $after: String!) {
  rateLimit { cost }
  node(id: $id) {
    ... on PullRequest {
      headRefOid
      statusCheckRollup {
        contexts(first: 100, after: $after) {
          pageInfo { hasNextPage endCursor }
          nodes { ...Context }
        }
      }
    }
  }
}
${context}`;

export const moreSuites = `query MoreSuites($id: ID!, $after: String!) {
  rateLimit { cost }
  node(id: $id) {
    ... on PullRequest {
      commits(last: 1) {
        nodes {
          commit {
            oid
            checkSuites(first: 100, after: $after) {
              pageInfo { hasNextPage endCursor }
              nodes { ...Suite }
            }
          }
        }
      }
    }
  }
}
${suite}`;

export const moreThreads = `query MoreThreads($id: ID!, $before: String!) {
  rateLimit { cost }
  node(id: $id) {
    ... on PullRequest {
      reviewThreads(last: 100, before: $before) {
        pageInfo { hasPreviousPage startCursor }
        nodes { ...Thread }
      }
    }
  }
}
${thread}${remark}`;

export const moreRemarks = `query MoreRemarks($id: ID!, $before: String!) {
  rateLimit { cost }
  node(id: $id) {
    ... on PullRequestReviewThread {
      comments(last: 100, before: $before) {
        pageInfo { hasPreviousPage startCursor }
        nodes { url ...Remark }
      }
    }
  }
}
${remark}`;

export const commitChecks = `query CommitChecks($owner: String!, $name: String!, $oid: GitObjectID!, $after: String) {
  rateLimit { cost }
  repository(owner: $owner, name: $name) {
    object(oid: $oid) {
      ... on Commit {
        statusCheckRollup {
          contexts(first: 100, after: $after) {
            pageInfo { hasNextPage endCursor }
            nodes { ...Context }
          }
        }
      }
    }
  }
}
${context}`;

export const openPullRequests = `query OpenPullRequests($owner: String!, $name: String!, $after: String) {
  rateLimit { cost }
  repository(owner: $owner, name: $name) {
    databaseId
    pullRequests(first: 50, after: $after, states: [OPEN], orderBy: { field: CREATED_AT, direction: ASC }) {
      pageInfo { hasNextPage endCursor }
      nodes { ...Light }
    }
  }
}
${light}`;

/** Threads, and reviews with what they say of all of the change. */
export const threadsById = `query ThreadsById($ids: [ID!]!) {
  rateLimit { cost }
  nodes(ids: $ids) { kind: __typename ...Thread ... on PullRequestReview { url ...Remark } }
}
${thread}${remark}`;

export const fileText = `query FileText($owner: String!, $name: String!, $expression: String!) {
  rateLimit { cost }
  repository(owner: $owner, name: $name) {
    object(expression: $expression) { kind: __typename ... on Blob { text isBinary isTruncated } }
  }
}`;

/** Whose token it is. */
export const viewer = `query Viewer {
  rateLimit { cost }
  viewer { login databaseId }
}`;

/** The ids of one folder in three commits. */
export const threeFolders = `query ThreeFolders($owner: String!, $name: String!, $one: String!, $two: String!, $three: String!) {
  rateLimit { cost }
  repository(owner: $owner, name: $name) {
    one: object(expression: $one) { oid }
    two: object(expression: $two) { oid }
    three: object(expression: $three) { oid }
  }
}`;
