import type { PullRequestFacts } from '#ratchet/rules/observation/facts.ts';
import { pullRequest, type Truth } from './model-forge.ts';

/** What the forge tells of the truth, of a push perhaps only later. */
export function factsOf(truth: Truth, readAt: number): PullRequestFacts {
  const { base, state, labels, threads, reviews, baseFails, signed, shown } = truth;
  const { head, checks } = shown !== undefined && readAt < shown.until ? shown : truth;
  const failing = { source: 'check-run', id: '9', app: 'actions', name: 'test' } as const;
  const over = { status: 'COMPLETED', conclusion: 'FAILURE', ours: false };
  return {
    repository: { owner: 'acme', name: 'shop' },
    nodeId: 'PR_1',
    number: pullRequest.number,
    state,
    title: 'Fix the total',
    url: 'https://github.com/acme/shop/pull/42',
    draft: false,
    author: { login: 'ann', isBot: false, association: 'MEMBER' },
    headSha: head.sha,
    headRef: 'fix',
    headParents: head.parents,
    headTree: head.tree,
    headRepository: 'acme/shop',
    fromFork: false,
    baseSha: base,
    baseRef: 'main',
    mergeable: truth.mergeUnknown ? 'UNKNOWN' : truth.conflicting ? 'CONFLICTING' : 'MERGEABLE',
    inMergeQueue: false,
    labels,
    reviews,
    threads,
    remarks: [],
    checks,
    checksComplete: true,
    baseChecks: [{ ...failing, ...over, conclusion: baseFails ? 'FAILURE' : 'SUCCESS' }],
    rules: { requiredChecks: undefined, signaturesRequired: signed },
    canPush: true,
    canPushWorkflows: true,
    readAt,
  };
}
