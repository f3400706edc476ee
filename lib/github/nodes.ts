import * as z from 'zod';
import { sha } from '#model/ids.ts';

/** The small parts of GitHub's answers that we read. Anything else in them is ignored. */

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const actor = z.object({ kind: z.string(), login: z.string() }).nullable();
export type ActorNode = z.infer<typeof actor>;

const app = z.object({ databaseId: z.int().nullish(), slug: z.string() });

const workflow = z.object({ databaseId: z.int().nullish(), name: z.string() });
const workflowRun = z
  .object({ runNumber: z.int().nullish(), event: z.string(), workflow: workflow.nullish() })
  .nullish();

const checkRunNode = z.object({
  kind: z.literal('CheckRun'),
  databaseId: z.int(),
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullable(),
  startedAt: time.nullish(),
  completedAt: time.nullish(),
  detailsUrl: z.string().nullish(),
  title: z.string().nullish(),
  checkSuite: z
    .object({
      id: z.string().nullish(),
      app: app.nullish(),
      workflowRun,
    })
    .nullish(),
});
export type CheckRunNode = z.infer<typeof checkRunNode>;

const statusNode = z.object({
  kind: z.literal('StatusContext'),
  id: z.string(),
  context: z.string(),
  state: z.string(),
  description: z.string().nullish(),
  targetUrl: z.string().nullish(),
  createdAt: time,
  creator: actor.nullish(),
});
export type StatusNode = z.infer<typeof statusNode>;

const contextNode = z.discriminatedUnion('kind', [checkRunNode, statusNode]);
export type ContextNode = z.infer<typeof contextNode>;

const forward = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const backward = z.object({ hasPreviousPage: z.boolean(), startCursor: z.string().nullable() });

/** One page of checks; a check that may not be read is null. */
const contextPage = z.object({ pageInfo: forward, nodes: z.array(contextNode.nullable()) });
export type ContextPage = z.infer<typeof contextPage>;

const suiteNode = z.object({
  id: z.string(),
  status: z.string(),
  conclusion: z.string().nullable(),
  createdAt: time,
  app: app.nullish(),
  workflowRun,
});
export type SuiteNode = z.infer<typeof suiteNode>;

/** null: they may not be read. */
export const suitePage = z
  .object({ pageInfo: forward, nodes: z.array(suiteNode.nullable()) })
  .nullish();
export type SuitePage = z.infer<typeof suitePage>;

export const rollup = z.object({ contexts: contextPage }).nullish();

const remarkNode = z.object({
  id: z.string(),
  body: z.string(),
  createdAt: time,
  updatedAt: time,
  author: actor,
  authorAssociation: z.string(),
});
export type RemarkNode = z.infer<typeof remarkNode>;

/** A remark of a thread, or a review with what it says. */
export const threadRemark = remarkNode.extend({ url: z.string().nullish() });
export type ThreadRemarkNode = z.infer<typeof threadRemark>;

export const remarkPage = z.object({ pageInfo: backward, nodes: z.array(threadRemark) });

export const threadNode = z.object({
  id: z.string(),
  isResolved: z.boolean(),
  isOutdated: z.boolean(),
  path: z.string(),
  line: z.int().nullish(),
  originalLine: z.int().nullish(),
  comments: remarkPage,
});
export type ThreadNode = z.infer<typeof threadNode>;

export const threadPage = z.object({ pageInfo: backward, nodes: z.array(threadNode) });

const stateCounts = z.array(z.object({ state: z.string(), count: z.int() })).nullish();

export const lightNode = z.object({
  id: z.string(),
  number: z.int(),
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  isDraft: z.boolean(),
  updatedAt: z.string(),
  mergeable: z.string(),
  isInMergeQueue: z.boolean().nullish(),
  headRefOid: sha,
  baseRefName: z.string(),
  baseRefOid: sha,
  repository: z.object({ databaseId: z.int(), isArchived: z.boolean() }),
  baseRef: z.object({ target: z.object({ oid: sha }).nullable() }).nullish(),
  reviewThreads: z.object({
    totalCount: z.int(),
    nodes: z.array(z.object({ isResolved: z.boolean() })),
  }),
  statusCheckRollup: z
    .object({
      state: z.string(),
      contexts: z
        .object({
          totalCount: z.int(),
          checkRunCountsByState: stateCounts,
          statusContextCountsByState: stateCounts,
        })
        .nullish(),
    })
    .nullish(),
});
export type LightNode = z.infer<typeof lightNode>;

const review = z.object({
  id: z.string(),
  state: z.string(),
  submittedAt: time.nullable(),
  author: actor,
  authorAssociation: z.string(),
});

const permitted = z.object({ viewerPermission: z.string().nullish() });

const commit = z.object({
  oid: sha,
  tree: z.object({ oid: sha }),
  parents: z.object({ nodes: z.array(z.object({ oid: sha })) }),
  checkSuites: suitePage,
});

/** Who put a label on, and when; the actor is gone where the account is. */
const labelled = z.object({
  createdAt: time,
  actor,
  label: z.object({ name: z.string() }),
});

export const fullNode = lightNode.extend({
  title: z.string(),
  url: z.string(),
  isCrossRepository: z.boolean(),
  maintainerCanModify: z.boolean(),
  headRefName: z.string(),
  author: actor,
  authorAssociation: z.string(),
  repository: permitted.extend({
    ...lightNode.shape.repository.shape,
    name: z.string(),
    owner: z.object({ login: z.string() }),
  }),
  headRepository: permitted.extend({ nameWithOwner: z.string() }).nullish(),
  headRepositoryOwner: z.object({ kind: z.string() }).nullish(),
  commits: z.object({ nodes: z.array(z.object({ commit })) }),
  labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }).nullish(),
  labelled: z.object({ nodes: z.array(labelled.nullable()) }).nullish(),
  reviews: z.object({ nodes: z.array(review) }).nullish(),
  comments: z.object({ nodes: z.array(remarkNode) }),
  threads: threadPage,
  checks: rollup,
});
export type FullNode = z.infer<typeof fullNode>;
