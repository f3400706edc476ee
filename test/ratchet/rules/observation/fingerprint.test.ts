import { describe, expect, it } from 'vitest';
import type { PullRequestFacts } from '#ratchet/rules/observation/facts.ts';
import { observe } from '#ratchet/rules/observation/observe.ts';
import { sha, t0 } from '../../../support/samples.ts';
import { aCheck, aRemark, aReview, aThread, context, facts, owner } from './facts.ts';

type Facts = Partial<PullRequestFacts>;

const fingerprintOf = (more: Facts) => observe(facts(more), context()).fingerprint;

const conflict: Facts = { mergeable: 'CONFLICTING' };
const red: Facts = { checks: [aCheck({ conclusion: 'FAILURE' })] };
const one = aThread([aRemark({ updatedAt: t0 + 5 })], { id: 'one' });
const two = aThread([aRemark({ updatedAt: t0 + 2 })], { id: 'two' });
const request = aReview('CHANGES_REQUESTED', t0 + 3);
const reviewed: Facts = { checks: [aCheck()], threads: [one, two], reviews: [request] };

describe('two observations are the same', () => {
  it.each<[string, Facts, Facts]>([
    ['other labels and another title', { ...red, labels: ['urgent'], title: 'New' }, red],
    ['a later look', { ...red, readAt: t0 + 60_000 }, red],
    ['the base moved and there is no conflict', { ...red, baseSha: sha('c') }, red],
    ['the base moved under a review', { ...reviewed, baseSha: sha('c') }, reviewed],
    ['the draft is ready', { ...red, draft: true }, red],
    ['a red branch that was reviewed as well', { ...red, threads: [one] }, red],
    ['a conflict in a red branch', { ...conflict, ...red }, conflict],
    ['a conflict that was reviewed', { ...conflict, threads: [one] }, conflict],
    [
      'the newer thread is resolved',
      { ...reviewed, threads: [{ ...one, resolved: true }, two] },
      reviewed,
    ],
    [
      'one of two reviewers approved',
      { ...reviewed, reviews: [request, aReview('APPROVED', t0 + 9)] },
      reviewed,
    ],
    ['an execution that failed before was superseded', superseded(), failedAgain()],
  ])('where all that differs is: %s', (_, some, other) => {
    expect(fingerprintOf(some)).toBe(fingerprintOf(other));
  });
});

describe('two observations differ', () => {
  it.each<[string, Facts, Facts]>([
    ['the pull request', { ...red, nodeId: 'PR_2' }, red],
    ['the head', { ...red, headSha: sha('c') }, red],
    ['a check that ran again and failed again', failedAgain(), red],
    [
      'one more failing check',
      { checks: [...(red.checks ?? []), aCheck({ id: '7', name: 'lint', conclusion: 'FAILURE' })] },
      red,
    ],
    ['the base of a conflict', { ...conflict, baseSha: sha('c') }, conflict],
    ['what is to be fixed', red, conflict],
    [
      'a new comment',
      { ...reviewed, threads: [one, aThread([aRemark({ updatedAt: t0 + 8 })], { id: 'two' })] },
      reviewed,
    ],
    [
      'another request for changes',
      { ...reviewed, reviews: [request, aReview('CHANGES_REQUESTED', t0 + 8, { author: owner })] },
      reviewed,
    ],
  ])('by %s', (_, some, other) => {
    expect(fingerprintOf(some)).not.toBe(fingerprintOf(other));
  });
});

function failedAgain(): Facts {
  return { checks: [aCheck({ id: '101', conclusion: 'FAILURE' })] };
}

function superseded(): Facts {
  return { checks: [aCheck({ conclusion: 'FAILURE' }), ...(failedAgain().checks ?? [])] };
}
