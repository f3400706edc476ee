import { describe, expect, it } from 'vitest';
import type { Author, PullRequestFacts, RemarkFacts } from '#ratchet/rules/observation/facts.ts';
import { observeReview, type ReviewContext } from '#ratchet/rules/observation/review.ts';
import { t0 } from '../../../support/samples.ts';
import {
  aRemark,
  aReview,
  aThread,
  bot,
  context,
  facts,
  member,
  ourReply,
  owner,
  stranger,
} from './facts.ts';

const { policy } = context();
const actingBots = {
  ...policy,
  bots: { default: 'ignore', logins: { 'lint-bot': 'act' } },
} as const;

const reviewOf = (more: Partial<PullRequestFacts>, other: Partial<ReviewContext> = {}) =>
  observeReview(facts(more), { policy, ...other });

const isOpen = (remarks: readonly RemarkFacts[], other: Partial<ReviewContext> = {}) =>
  reviewOf({ threads: [aThread(remarks)] }, other).openThreads.length > 0;

const said = (author: Author | null, at = t0) =>
  aRemark({ id: `${author?.login}-${at}`, author, createdAt: at, updatedAt: at });

const { author: writer } = facts();

describe('open threads', () => {
  it.each<[boolean, string, readonly RemarkFacts[]]>([
    [true, 'a reviewer spoke', [said(member)]],
    [false, 'we answered', [said(member), ourReply(t0 + 1)]],
    [true, 'a reviewer answered us', [said(member), ourReply(t0 + 1), said(member, t0 + 2)]],
    [true, 'the author answered a reviewer', [said(member), said(writer, t0 + 1)]],
    [true, 'the author answered us', [said(member), ourReply(t0 + 1), said(writer, t0 + 2)]],
    [false, 'the author spoke to nobody', [said(writer)]],
    [false, 'the author spoke to a bystander', [said(stranger), said(writer, t0 + 1)]],
    [false, 'a bystander spoke', [said(stranger)]],
    [true, 'a bystander joined in', [said(member), said(stranger, t0 + 1)]],
    [false, 'a bystander answered us', [said(member), ourReply(t0 + 1), said(stranger, t0 + 2)]],
    [false, 'somebody spoke whose account is gone', [said(null)]],
    [false, 'a bot spoke', [said(bot)]],
    [false, 'we alone spoke', [ourReply(t0)]],
    [false, 'nobody spoke', []],
  ])('%s: %s', (open, _, remarks) => {
    expect(isOpen(remarks)).toBe(open);
  });

  it('wait for nobody once our push addressed them, though our reply is not there yet', () => {
    const remarks = [said(member), said(member, t0 + 2)];
    expect(isOpen(remarks, { heardUntil: t0 + 1 })).toBe(true);
    expect(isOpen(remarks, { heardUntil: t0 + 2 })).toBe(false);
  });

  it('wait for us where they were begun in the second until which others were heard', () => {
    const remarks = [said(member)];
    const ours = { heardUntil: t0, causes: ['review-1'] };
    expect(isOpen(remarks, ours)).toBe(true);
    expect(isOpen(remarks, { ...ours, causes: ['thread-1'] })).toBe(false);
    expect(isOpen(remarks, { ...ours, heardUntil: t0 + 1 })).toBe(false);
  });

  it('wait for nobody once they are resolved', () => {
    const threads = [aThread([said(member)], { resolved: true })];
    expect(reviewOf({ threads }).openThreads).toEqual([]);
  });

  it('wait for us though the lines they speak of have moved on', () => {
    const threads = [aThread([said(member)], { outdated: true })];
    expect(reviewOf({ threads }).openThreads).toEqual(['thread-1']);
  });

  it.each<[boolean, string, readonly RemarkFacts[], Partial<ReviewContext>]>([
    [true, 'we replied and pushed nothing', [said(member), ourReply(t0 + 1)], {}],
    [false, 'we pushed and replied', [said(member), ourReply(t0 + 1)], { heardUntil: t0 }],
    [false, 'a reviewer answered us', [said(member), ourReply(t0 + 1), said(member, t0 + 2)], {}],
    [
      true,
      'we replied to what came after our push',
      [said(member), ourReply(t0 + 1), said(member, t0 + 2), ourReply(t0 + 3)],
      { heardUntil: t0 },
    ],
    [false, 'nobody but us spoke', [ourReply(t0)], {}],
    [false, 'only a bystander spoke', [said(stranger), ourReply(t0 + 1)], {}],
  ])('are answered by words alone, %s: %s', (answered, _, remarks, other) => {
    const review = reviewOf({ threads: [aThread(remarks)] }, other);
    expect(review.answered).toEqual(answered ? ['thread-1'] : undefined);
  });

  it.each<['open' | 'answered' | 'closed', string, readonly RemarkFacts[], boolean]>([
    ['answered', 'we replied', [said(member), ourReply(t0 + 1)], false],
    ['answered', 'our reply is on its way', [said(member)], false],
    ['open', 'somebody wrote since', [said(member, t0 + 1)], false],
    ['closed', 'it is resolved', [said(member)], true],
  ])('that our push left are %s where %s', (standing, _, remarks, resolved) => {
    const threads = [aThread(remarks, { resolved })];
    const review = reviewOf({ threads }, { heardUntil: t0, left: ['thread-1'] });
    const isOpenNow = review.openThreads.length > 0;
    const isAnswered = review.answered !== undefined;
    expect([isOpenNow, isAnswered]).toEqual([standing === 'open', standing === 'answered']);
  });

  it('are not answered by words alone once they are resolved', () => {
    const threads = [aThread([said(member), ourReply(t0 + 1)], { resolved: true })];
    expect(reviewOf({ threads })).not.toHaveProperty('answered');
  });

  it('are those of bots where their reviews are acted on', () => {
    expect(isOpen([said(bot)], { policy: actingBots })).toBe(true);
  });

  it('are no author’s own whose account is gone as well', () => {
    const threads = [aThread([said(member), ourReply(t0 + 1), said(null, t0 + 2)])];
    expect(reviewOf({ author: null, threads }).openThreads).toEqual([]);
  });

  it('are sorted', () => {
    const threads = ['b', 'a', 'c'].map((id) => aThread(undefined, { id }));
    expect(reviewOf({ threads }).openThreads).toEqual(['a', 'b', 'c']);
  });
});

const standing = (reviews: PullRequestFacts['reviews'], other: Partial<ReviewContext> = {}) =>
  reviewOf({ reviews }, other).changesRequestedBy;

describe('a request for changes', () => {
  const requested = aReview('CHANGES_REQUESTED', t0);

  it.each([
    ['stands', 'COMMENTED', ['ann']],
    ['stands', 'PENDING', ['ann']],
    ['is taken back', 'APPROVED', []],
    ['is taken back', 'DISMISSED', []],
  ])('%s when the same reviewer later says %s', (_, state, by) => {
    const later = aReview(state, t0 + 1);
    expect(standing([requested, later])).toEqual(by);
    expect(standing([later, requested])).toEqual(by);
  });

  it('stands after an earlier approval, and after the approval of another', () => {
    expect(standing([aReview('APPROVED', t0 - 1), requested])).toEqual(['ann']);
    const byOther = aReview('APPROVED', t0 + 1, { author: owner });
    expect(standing([requested, byOther])).toEqual(['ann']);
  });

  it('is answered by a push of ours that came after it', () => {
    expect(standing([requested], { lastPushAt: t0 })).toEqual([]);
    expect(standing([requested], { lastPushAt: t0 - 1 })).toEqual(['ann']);
    const again = aReview('CHANGES_REQUESTED', t0 + 2);
    expect(standing([requested, again], { lastPushAt: t0 + 1 })).toEqual(['ann']);
  });

  it.each([
    ['a bystander', stranger],
    ['an account that is gone', null],
    ['a bot', bot],
  ])('of %s counts nothing', (_, author) => {
    expect(standing([{ ...requested, author }])).toEqual([]);
  });

  it('of a bot counts where its reviews are acted on', () => {
    expect(standing([{ ...requested, author: bot }], { policy: actingBots })).toEqual(['lint-bot']);
  });

  it('is told by each review that makes it, and by none that was taken back or answered', () => {
    const reviews = [
      aReview('CHANGES_REQUESTED', t0),
      aReview('APPROVED', t0 + 1),
      aReview('CHANGES_REQUESTED', t0 + 2),
      aReview('COMMENTED', t0 + 3),
      aReview('CHANGES_REQUESTED', t0 + 4),
    ];
    const requests = (lastPushAt?: number) => reviewOf({ reviews }, { lastPushAt }).requests;
    expect(requests()).toEqual([`review-${t0 + 2}`, `review-${t0 + 4}`]);
    expect(requests(t0 + 2)).toEqual([`review-${t0 + 4}`]);
    expect(requests(t0 + 4)).toBeUndefined();
  });

  it('is named once for each reviewer, sorted', () => {
    const by = [owner, member, member].map((author, index) =>
      aReview('CHANGES_REQUESTED', t0 + index, { author }),
    );
    expect(standing(by)).toEqual(['ann', 'olga']);
  });
});

describe('when a reviewer last wrote', () => {
  it('is nothing where none did, and conversation does not count', () => {
    expect(reviewOf({ remarks: [said(member)], reviews: [aReview('APPROVED', t0)] })).toEqual({
      openThreads: [],
      changesRequestedBy: [],
    });
  });

  it('is the same after a thread is resolved and a request taken back', () => {
    const remarks = [said(member, t0 + 5)];
    const request = aReview('CHANGES_REQUESTED', t0 + 7);
    const before = reviewOf({ threads: [aThread(remarks)], reviews: [request] });
    const after = reviewOf({
      threads: [aThread(remarks, { resolved: true })],
      reviews: [{ ...request, state: 'DISMISSED' }],
    });
    expect(before.newestAt).toBe(t0 + 7);
    expect(after.newestAt).toBe(t0 + 7);
  });

  it('is later once a remark is edited', () => {
    const edited = aRemark({ updatedAt: t0 + 9 });
    expect(reviewOf({ threads: [aThread([edited])] }).newestAt).toBe(t0 + 9);
  });

  it('knows neither our replies nor bystanders', () => {
    const remarks = [said(member), ourReply(t0 + 1), said(stranger, t0 + 2)];
    expect(reviewOf({ threads: [aThread(remarks)] }).newestAt).toBe(t0);
  });
});
