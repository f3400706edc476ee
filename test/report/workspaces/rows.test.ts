import { describe, expect, it } from 'vitest';
import type { WorkspaceHead } from '#model/workspace.ts';
import { attemptWords, workspaceRow, sortRows } from '#report/workspaces/row.ts';
import { anObservation, aWorkspaceState, t0 } from '../../support/samples.ts';
import { hostile } from '../hostile-text.ts';
import { aLiveSession } from './looks.ts';

type State = Parameters<typeof aWorkspaceState>[0];

const minute = 60_000;

function aHead(different: State = {}, dueAt: number | undefined = t0): WorkspaceHead {
  const state = aWorkspaceState(different);
  return { state, rev: 1, wakeSeq: 0, ...(dueAt !== undefined && { dueAt }) };
}

const decided = (different: Partial<NonNullable<WorkspaceHead['state']['lastDecision']>> = {}) => ({
  action: 'WAIT' as const,
  code: 'CI_RUNNING',
  reason: 'Checks are running.',
  needsHuman: false,
  at: t0,
  ...different,
});

const numbered = (number: number, different: State = {}, name = 'shop') => {
  const { pullRequest } = aWorkspaceState();
  return workspaceRow(
    aHead({ id: `${name}:${number}`, pullRequest: { ...pullRequest, name, number }, ...different }),
    3,
  );
};

describe('the row of a workspace', () => {
  it('says how it stands, since when, at what cost and when it is looked at again', () => {
    const lastDecision = decided({ at: t0 - minute });
    const state = { observation: anObservation(), lastDecision, spentUsd: 0.5 };
    const row = workspaceRow(aHead({ ...state, consecutiveFixupAttempts: 2 }, t0 + minute), 3);
    expect(row).toEqual({
      id: 'workspace-1',
      pullRequest: 'acme/shop#42',
      title: 'Add up what is in the cart',
      url: 'https://github.com/acme/shop/pull/42',
      group: 'rest',
      state: 'waiting',
      mood: 'plain',
      action: 'WAIT',
      code: 'CI_RUNNING',
      reason: 'Checks are running.',
      needsHuman: false,
      advice: null,
      attempts: 2,
      attemptLimit: 3,
      usd: 0.5,
      since: t0 - minute,
      lastLookAt: null,
      nextLookAt: t0 + minute,
      session: null,
    });
    expect(attemptWords(row)).toBe('2/3');
    expect(attemptWords({ ...row, attemptLimit: null })).toBe('2');
  });

  it('says so where nothing was seen yet, and nothing is due', () => {
    const { dueAt, ...head } = aHead();
    expect(workspaceRow(head, null)).toMatchObject({
      state: 'new',
      title: '',
      url: null,
      code: null,
      reason: 'Ratchetr has not looked at it yet.',
      since: head.state.createdAt,
      nextLookAt: null,
    });
    expect(dueAt).toBe(t0);
  });

  it.each<[State, Partial<ReturnType<typeof workspaceRow>>]>([
    [
      { lastDecision: decided({ needsHuman: true }) },
      { group: 'human', state: 'waiting', mood: 'unsure', needsHuman: true },
    ],
    [
      {
        lastDecision: decided({
          action: 'TERMINAL_FAILED',
          code: 'ATTEMPTS_SPENT',
          needsHuman: true,
        }),
      },
      { group: 'human', state: 'given up', mood: 'bad' },
    ],
    [
      { question: 'Which one?', lastDecision: decided() },
      { group: 'human', state: 'asks a question', reason: 'A plan asks: Which one?' },
    ],
    [
      { session: aLiveSession, lastDecision: decided({ action: 'FIX_CI', code: 'CI_FAILED' }) },
      { group: 'work', state: 'ci: running' },
    ],
    [
      { lastDecision: decided({ action: 'DONE', code: 'GREEN' }) },
      { group: 'rest', state: 'green', mood: 'good' },
    ],
    [
      {
        lastDecision: decided({ action: 'DONE', code: 'MERGED', needsHuman: true }),
        archivedAt: t0,
      },
      { group: 'over', state: 'nothing to do' },
    ],
  ])('says who is needed, and what is at work: %#', (state, expected) => {
    expect(workspaceRow(aHead(state), 3)).toMatchObject(expected);
  });

  it('has words from outside on one line, plain and masked', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const title = [...hostile, token].join('\n');
    const { title: told, reason } = workspaceRow(
      aHead({
        observation: anObservation({ title: token + title }),
        lastDecision: decided({ reason: title }),
      }),
      3,
    );
    for (const text of [told, reason]) {
      expect(text).not.toMatch(/\p{Cc}|\u{202E}/u);
      expect(text).not.toContain(token);
    }
  });
});

describe('rows', () => {
  it('stand by who is needed, by how long they have waited, and by number', () => {
    const human = (at: number): State => ({ lastDecision: decided({ needsHuman: true, at }) });
    const rows = [
      numbered(1, { archivedAt: t0 }),
      numbered(10),
      numbered(9),
      numbered(2, {}, 'api'),
      numbered(3, human(t0)),
      numbered(4, human(t0 - minute)),
      numbered(5, { session: aLiveSession, lastDecision: decided() }),
    ];
    expect(sortRows(rows).map(({ pullRequest }) => pullRequest)).toEqual([
      'acme/shop#4',
      'acme/shop#3',
      'acme/shop#5',
      'acme/api#2',
      'acme/shop#9',
      'acme/shop#10',
      'acme/shop#1',
    ]);
  });
});
