import * as crypto from 'node:crypto';
import type {
  Author,
  CheckFacts,
  PullRequestFacts,
  RemarkFacts,
  ReviewFacts,
  ThreadFacts,
} from '#ratchet/rules/observation/facts.ts';
import type { ObservationContext } from '#ratchet/rules/observation/observe.ts';
import { sha, t0 } from '../../../support/samples.ts';

export const hash = (text: string): string => crypto.hash('sha256', text);

export const settleMs = 30_000;

export const member: Author = { login: 'ann', isBot: false, association: 'MEMBER' };
export const owner: Author = { login: 'olga', isBot: false, association: 'OWNER' };
export const stranger: Author = { login: 'sam', isBot: false, association: 'NONE' };
export const bot: Author = { login: 'lint-bot', isBot: true, association: 'NONE' };

export const context = (more: Partial<ObservationContext> = {}): ObservationContext => ({
  hash,
  policy: { authors: ['OWNER', 'MEMBER'], bots: { default: 'ignore', logins: {} } },
  ours: {},
  settings: { settleMs },
  ...more,
});

/** A finished check run that passed. */
export const aCheck = (more: Partial<CheckFacts> = {}): CheckFacts => ({
  source: 'check-run',
  id: '100',
  app: 'github-actions',
  workflow: 'ci',
  name: 'test',
  status: 'COMPLETED',
  conclusion: 'SUCCESS',
  ours: false,
  ...more,
});

export const aStatus = (status: string, more: Partial<CheckFacts> = {}): CheckFacts => ({
  source: 'status',
  id: 'SC_1',
  app: 'jenkins',
  name: 'build',
  status,
  conclusion: null,
  startedAt: t0,
  ours: false,
  ...more,
});

export const aRemark = (more: Partial<RemarkFacts> = {}): RemarkFacts => ({
  id: 'remark-1',
  author: member,
  body: 'Please rename this.',
  createdAt: t0,
  updatedAt: t0,
  ours: false,
  ...more,
});

export const ourReply = (at: number): RemarkFacts =>
  aRemark({
    id: `ours-${at}`,
    author: { login: 'ratchetr', isBot: true, association: 'NONE' },
    ours: true,
    createdAt: at,
    updatedAt: at,
  });

export const aThread = (
  remarks: readonly RemarkFacts[] = [aRemark()],
  more: Partial<ThreadFacts> = {},
): ThreadFacts => ({
  id: 'thread-1',
  resolved: false,
  outdated: false,
  path: 'shop/total.py',
  remarks,
  ...more,
});

export const aReview = (
  state: string,
  submittedAt: number,
  more: Partial<ReviewFacts> = {},
): ReviewFacts => ({ id: `review-${submittedAt}`, author: member, state, submittedAt, ...more });

/** An open pull request of a stranger, with nothing on it. */
export const facts = (more: Partial<PullRequestFacts> = {}): PullRequestFacts => ({
  nodeId: 'PR_1',
  repository: { owner: 'acme', name: 'shop' },
  number: 42,
  state: 'open',
  title: 'Add up what is in the cart',
  url: 'https://github.com/acme/shop/pull/42',
  draft: false,
  author: { login: 'carl', isBot: false, association: 'CONTRIBUTOR' },
  headSha: sha('a'),
  headRef: 'fix-total',
  headParents: [sha('9')],
  headTree: sha('7'),
  headRepository: 'acme/shop',
  fromFork: false,
  baseSha: sha('b'),
  baseRef: 'main',
  mergeable: 'MERGEABLE',
  inMergeQueue: false,
  labels: ['ratchet'],
  reviews: [],
  threads: [],
  remarks: [],
  checks: [],
  checksComplete: true,
  baseChecks: undefined,
  rules: { requiredChecks: undefined, signaturesRequired: false },
  canPush: true,
  canPushWorkflows: false,
  readAt: t0,
  ...more,
});
