import { describe, expect, it } from 'vitest';
import { observation } from '#model/observation.ts';
import type { PullRequestFacts } from '#ratchet/rules/observation/facts.ts';
import { observe } from '#ratchet/rules/observation/observe.ts';
import { settleObservation } from '#ratchet/rules/observation/settle.ts';
import { sha, t0 } from '../../../support/samples.ts';
import { aCheck, aRemark, aReview, aThread, context, facts, settleMs } from './facts.ts';

const look = (more: Partial<PullRequestFacts> = {}, other: Parameters<typeof context>[0] = {}) =>
  observe(facts(more), context(other));

const at = (readAt: number) => ({ readAt });

describe('an observation', () => {
  const full = {
    checks: [aCheck({ conclusion: 'FAILURE' })],
    threads: [aThread()],
    reviews: [aReview('CHANGES_REQUESTED', t0)],
    remarks: [aRemark({ body: '/ratchet why' })],
  };

  it('is what the model says it is, and all of it', () => {
    const seen = look(full);
    expect(observation.strict().parse(seen)).toEqual(seen);
  });

  it('takes over what needs no reduction', () => {
    const { author: _, ...plain } = facts();
    expect(look()).toMatchObject({
      headSha: plain.headSha,
      headTree: plain.headTree,
      headRef: plain.headRef,
      headParents: plain.headParents,
      headRepository: plain.headRepository,
      fromFork: false,
      baseSha: plain.baseSha,
      baseRef: plain.baseRef,
      title: plain.title,
      url: plain.url,
      author: 'carl',
      authorAssociation: 'CONTRIBUTOR',
      state: 'open',
      canPush: true,
      canPushWorkflows: false,
      signaturesRequired: false,
      labels: ['ratchet'],
      observedAt: t0,
    });
  });

  it('knows of an author whose account is gone that he is nobody', () => {
    expect(look({ author: null })).toMatchObject({ author: null, authorAssociation: 'NONE' });
  });

  it.each([
    ['MERGEABLE', 'mergeable'],
    ['CONFLICTING', 'conflicting'],
    ['UNKNOWN', 'unknown'],
    ['PERHAPS', 'unknown'],
  ])('of a pull request that is %s is %s', (mergeable, seen) => {
    expect(look({ mergeable }).mergeable).toBe(seen);
  });

  it('answers requests for changes by our last push for a review', () => {
    const { review } = look(full, { ours: { lastPushAt: t0 + 1 } });
    expect(review).toMatchObject({ openThreads: ['thread-1'], changesRequestedBy: [] });
  });
});

describe('one look after another', () => {
  const first = look();

  it('remembers when the head was first seen', () => {
    const same = look(at(t0 + 5), { previous: first });
    const moved = look({ ...at(t0 + 5), headSha: sha('c') }, { previous: first });
    expect([first, same, moved].map(({ headSeenAt }) => headSeenAt)).toEqual([t0, t0, t0 + 5]);
  });

  it('does not take the first green check after a push for all of them', () => {
    const fast = { checks: [aCheck({ name: 'fast' })] };
    const slow = { checks: [...fast.checks, aCheck({ id: '200', name: 'slow' })] };
    const second = look({ ...fast, ...at(t0 + settleMs) }, { previous: first });
    const third = look({ ...slow, ...at(t0 + settleMs + 9_000) }, { previous: second });
    expect([first, second, third].map(({ ci }) => ci.status)).toEqual(Array(3).fill('unsettled'));
    const rested = look({ ...slow, ...at(t0 + 3 * settleMs) }, { previous: third });
    expect(rested.ci.status).toBe('passed');
  });

  it('waits for a job that begins when another ends', () => {
    const job = { id: '100', status: 'IN_PROGRESS', conclusion: null };
    const before = look({ checks: [aCheck(job)] });
    const ended = look({ checks: [aCheck()], ...at(t0 + 10 * settleMs) }, { previous: before });
    expect([before, ended].map(({ ci }) => ci.status)).toEqual(['running', 'unsettled']);
    const now = t0 + 11 * settleMs;
    expect(settleObservation(ended, { now, settleMs }).ci.status).toBe('passed');
  });

  it('believes that there are no checks only after a while', () => {
    const later = look(at(t0 + settleMs), { previous: first });
    expect([first, later].map(({ ci }) => ci.status)).toEqual(['unsettled', 'none']);
    expect(look({ mergeable: 'CONFLICTING' }).ci.status).toBe('none');
  });

  it('still expects checks at a new head where an old one had some', () => {
    const previous = look({ checks: [aCheck()] });
    expect(look({ headSha: sha('c') }, { previous }).ci.expected).toBe(true);
    expect(look({ headSha: sha('c') }, { previous: first }).ci.expected).toBe(false);
  });
});
