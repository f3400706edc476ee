import { describe, expect, it } from 'vitest';
import type { LookFacts } from '#model/look-facts.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { decide } from '#ratchet/rules/decision/decide.ts';
import { applyDecision } from '#ratchet/rules/decision/apply-decision.ts';
import { anObservation, aWorkspaceState, runId, sha, t0 } from '../../../support/samples.ts';
import { aLiveSession, aLook, aRedLook, someSettings } from '../../../report/workspaces/looks.ts';

const settings = someSettings({ checks: true });
const runs = { fixup: runId('fixup-1'), check: runId('check-1') };
const observation = anObservation({ headSha: sha('a') });

function make(
  facts: LookFacts,
  different: Partial<WorkspaceState> = {},
  { checks = true, checkConfig }: { checks?: boolean; checkConfig?: string } = {},
) {
  const state = { ...aWorkspaceState({ checkedSha: sha('a') }), ...different, observation };
  const context = { facts, settings: { ...settings, checks }, runs, checkConfig };
  return applyDecision(state, decide(facts, settings), context);
}

const check = {
  id: runId('check-0'),
  kind: 'check',
  phase: 'running',
  headSha: sha('a'),
  startBy: t0,
  deadline: t0 + 3_600_000,
  launches: 1,
  fence: 1,
  taskRef: 'task-0',
} as const;

describe('a decision to fix', () => {
  it('reserves one session for what was seen, and asks for its worker', () => {
    const { next, commands, isNew } = make(aRedLook({ now: t0 }));
    expect(next.session).toMatchObject({
      id: 'fixup-1',
      kind: 'ci',
      phase: 'reserved',
      headBefore: observation.headSha,
      headTree: observation.headTree,
      fingerprint: observation.fingerprint,
      reservedAt: t0,
      launches: 0,
    });
    expect(commands).toEqual([{ kind: 'dispatch', runId: 'fixup-1' }, { kind: 'report' }]);
    expect(isNew).toBe(true);
  });

  it('is the same whether a check runs or not', () => {
    const [without, beside] = [make(aRedLook()), make(aRedLook(), { check })];
    expect(beside.next.session).toEqual(without.next.session);
    expect(beside.next.check).toEqual(check);
  });
});

describe('green', () => {
  it('alone resets the attempts', () => {
    expect(make(aLook(), { consecutiveFixupAttempts: 2 }).next.consecutiveFixupAttempts).toBe(0);
    for (const facts of [
      aRedLook(),
      aLook({ ciStatus: 'running' }),
      aLook({ prState: 'closed' }),
    ]) {
      expect(make(facts, { consecutiveFixupAttempts: 2 }).next.consecutiveFixupAttempts).toBe(2);
    }
  });

  it('leaves no question open', () => {
    expect(make(aLook(), { question: 'Which?' }).next).not.toHaveProperty('question');
    expect(make(aRedLook(), { question: 'Which?' }).next.question).toBe('Which?');
  });
});

describe('the same decision again', () => {
  it('is told once, and keeps its time', () => {
    const first = make(aLook({ now: t0, ciStatus: 'running' }));
    expect(first.commands).toEqual([{ kind: 'report' }]);
    const { lastDecision } = first.next;
    const again = make(aLook({ now: t0 + 9, ciStatus: 'running' }), {
      ...(lastDecision && { lastDecision }),
    });
    expect(again).toMatchObject({ isNew: false, commands: [], next: { lastDecision: { at: t0 } } });
  });
});

describe('a pull request that is over', () => {
  it('stops its worker first, and is closed only without it', () => {
    const session = { ...aLiveSession, phase: 'running', taskRef: 'task-1' } as const;
    const facts = aLook({ prState: 'closed', session: { ...session, cancelled: null } });
    const { next, commands } = make(facts, { session });
    expect(next.lastDecision?.code).toBe('STOPPING');
    expect(next.session?.cancelled).toBeDefined();
    expect(commands).toMatchObject([
      { kind: 'stop', taskRef: 'task-1' },
      { kind: 'exit' },
      { kind: 'report' },
    ]);
  });

  it('stops its check', () => {
    const { next, commands } = make(aLook({ prState: 'merged' }), { check });
    expect(next).not.toHaveProperty('check');
    expect(commands).toContainEqual(expect.objectContaining({ kind: 'stop', taskRef: 'task-0' }));
  });
});

describe('a report that people still wait for', () => {
  it('is asked for at every look until it was made', () => {
    const owed = { kind: 'report', runId: 'run-0' };
    for (const facts of [aLook(), aRedLook()]) {
      expect(make(facts, { unreported: [runId('run-0')] }).commands).toContainEqual(owed);
      expect(make(facts).commands).not.toContainEqual(owed);
    }
  });
});

describe('the check of a head', () => {
  it('waits while a session works on that head', () => {
    const working = { checkedSha: sha('c'), session: aLiveSession };
    expect(make(aLook(), working).next).not.toHaveProperty('check');
  });

  it('begins once for each head, unless a fixup begins with it', () => {
    const older = { checkedSha: sha('c') };
    const { next, commands } = make(aLook(), older);
    expect(next).toMatchObject({
      checkedSha: sha('a'),
      check: { id: 'check-1', headSha: sha('a') },
    });
    expect(commands).toContainEqual({ kind: 'dispatch', runId: 'check-1' });
    expect(make(aLook()).next).not.toHaveProperty('check');
    expect(make(aRedLook(), older).next).not.toHaveProperty('check');
    expect(make(aLook(), older, { checks: false }).next).not.toHaveProperty('check');
  });

  it('begins once more by another configuration, and never by the same', () => {
    const known = { checkedConfig: 'one' };
    const again = make(aLook(), { ...known, check }, { checkConfig: 'two' });
    expect(again.next).toMatchObject({ checkedConfig: 'two', check: { id: 'check-1' } });
    expect(again.commands).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'stop', taskRef: 'task-0' }),
        { kind: 'dispatch', runId: 'check-1' },
      ]),
    );
    expect(make(aLook(), known, { checkConfig: 'one' }).next).not.toHaveProperty('check');
    expect(make(aLook(), known).next).not.toHaveProperty('check');
    expect(make(aRedLook(), known, { checkConfig: 'two' }).next).toMatchObject(known);
  });

  it('is of the configuration that is known first, where it was not known when it began', () => {
    const { next } = make(aLook(), {}, { checkConfig: 'one' });
    expect(next).toMatchObject({ checkedSha: sha('a'), checkedConfig: 'one' });
    expect(next).not.toHaveProperty('check');
  });

  it('of an older head is stopped, also when a fixup begins', () => {
    const old = { check: { ...check, headSha: sha('c') } };
    const { next, commands } = make(aRedLook(), old);
    expect(next).not.toHaveProperty('check');
    expect(commands).toContainEqual(expect.objectContaining({ kind: 'stop', taskRef: 'task-0' }));
  });

  it('is looked after while it runs, although nothing else is due', () => {
    expect(make(aLook({ now: t0 })).dueAt).toBe(t0 + 24 * 3_600_000);
    expect(make(aLook({ now: t0 }), { check }).dueAt).toBe(t0 + 60_000);
  });
});

describe('whoever is late', () => {
  it('is accounted for', () => {
    const session = { ...aLiveSession, phase: 'running', deadline: t0 - 1 } as const;
    const facts = aLook({ now: t0, session: { ...session, cancelled: null } });
    expect(make(facts, { session }).commands).toContainEqual({ kind: 'exit', runId: session.id });
  });
});
