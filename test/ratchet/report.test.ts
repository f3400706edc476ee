import { describe, expect, it } from 'vitest';
import { toRatchetSettings, defaultConfig } from '#ratchet/read-settings.ts';
import { reportToForge } from '#ratchet/report.ts';
import { aChecked, aReport, aReported } from '../report/check-reports.ts';
import { decided } from '../report/github/standing.ts';
import { anObservation, runId, sha, t0, workspaceId } from '../support/samples.ts';
import { beginCheck, dueAt, id, reportGround } from './report/ground.ts';

const whole = { workspaceId: id };
const ofRun = { workspaceId: id, runId: runId('run-1') };
const refuse = () => Promise.reject(new Error('no comments here'));
const waiting = { lastDecision: decided({}) };
const edits = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';

describe('the comment on how things stand', () => {
  it('is made once, kept, and nothing is woken or logged by it', async () => {
    const ground = await reportGround(waiting);
    await reportToForge(ground.deps, whole);
    await reportToForge(ground.deps, whole);
    expect(ground.bodies()).toEqual([expect.stringMatching(/^<!-- ratchetr:state -->\n\*\*⏳ /)]);
    const { state, dueAt: due, wakeSeq } = await ground.head();
    expect(state.sticky).toMatchObject({ commentId: String(ground.pull.comments[0]?.id) });
    expect([due, wakeSeq, ground.sent]).toEqual([dueAt, 0, []]);
    const query = { id, now: ground.clock.now(), limit: 10 };
    expect(await ground.workspaces.listTransitions(query)).toEqual([]);
    expect(ground.logged.filter(({ message }) => message === 'State shown')).toHaveLength(1);
  });

  it('is edited only where it says something new', async () => {
    const ground = await reportGround(waiting);
    await reportToForge(ground.deps, whole);
    ground.github.counters.reset();
    await ground.change({ lastCheckedAt: t0 + 60_000, wakeSeqSeen: 0 });
    await reportToForge(ground.deps, whole);
    expect(ground.github.counters.writes).toBe(0);
    await ground.change({ lastDecision: decided({ code: 'GREEN', action: 'DONE' }) });
    await reportToForge(ground.deps, whole);
    expect(ground.github.counters.byRoute.get(edits)).toBe(1);
    expect(ground.bodies()).toEqual([expect.stringContaining('✅ Green')]);
  });

  it('is owed to people until it was made', async () => {
    const ground = await reportGround({ ...waiting, unreported: [ofRun.runId] });
    const forge = { ...ground.deps.forge, addComment: refuse, putComment: refuse };
    await expect(reportToForge({ ...ground.deps, forge }, ofRun)).rejects.toThrow(
      'no comments here',
    );
    expect((await ground.head()).state.unreported).toEqual([ofRun.runId]);
    await reportToForge(ground.deps, ofRun);
    expect((await ground.head()).state).not.toHaveProperty('unreported');
    expect((await ground.head()).dueAt).toBe(dueAt);
  });

  it('is one where several reports are made at once', async () => {
    const ground = await reportGround(waiting);
    await Promise.all([1, 2, 3].map(() => reportToForge(ground.deps, whole)));
    expect(ground.bodies()).toHaveLength(1);
    expect((await ground.head()).state.sticky?.commentId).toBe(String(ground.pull.comments[0]?.id));
  });

  it('has the numbers of the base branch', async () => {
    const ground = await reportGround();
    ground.hands.commit('main', { 'ratchetr.yaml': 'retry:\n  fixups: 7\n' });
    const baseSha = ground.hands.head('main');
    await ground.change({ observation: { ...anObservation(), baseSha } });
    await reportToForge(ground.deps, whole);
    expect(ground.bodies()[0]).toContain('0 of 7 in a row');
  });

  it('says how things stand at its end, where they change meanwhile', async () => {
    const ground = await reportGround(waiting);
    let isFirst = true;
    const forge: typeof ground.deps.forge = {
      ...ground.deps.forge,
      putComment: async (...given) => {
        const made = await ground.deps.forge.putComment(...given);
        if (isFirst)
          await ground.change({ lastDecision: decided({ code: 'GREEN', action: 'DONE' }) });
        isFirst = false;
        return made;
      },
    };
    await reportToForge({ ...ground.deps, forge }, whole);
    expect(ground.bodies()).toEqual([expect.stringContaining('✅ Green')]);
  });

  it.each([
    ['is off and was never on', { enabled: false }],
    ['is gone', { observation: anObservation({ state: 'none' }), question: 'Which?' }],
  ])('is not made where the pull request %s', async (_, state) => {
    const ground = await reportGround({ ...waiting, ...state });
    ground.github.counters.reset();
    await reportToForge(ground.deps, whole);
    expect(ground.github.counters.writes).toBe(0);
  });

  it('is nothing where nobody watches the pull request', async () => {
    const ground = await reportGround();
    await reportToForge(ground.deps, { workspaceId: workspaceId('workspace-2') });
    expect(ground.logged.map(({ message }) => message)).toEqual(['Nothing to report']);
  });

  it('is shown though the forge refuses something else', async () => {
    const ground = await reportGround({ ...waiting, question: 'Which?' });
    const forge = { ...ground.deps.forge, addComment: refuse };
    await expect(reportToForge({ ...ground.deps, forge }, whole)).rejects.toThrow(
      'no comments here',
    );
    expect(ground.bodies()).toHaveLength(1);
  });
});

describe('the GitHub check run of a check', () => {
  it('ends with what was found, 127 remarks of it', async () => {
    const ground = await reportGround();
    await beginCheck(ground);
    const findings = Array.from({ length: 127 }, (_, n) => aReported({ line: n + 1 }));
    const engines = [aChecked(findings)];
    await ground.keep('check-report.json', aReport({ exit: 1, engines }));
    await reportToForge(ground.deps, ofRun);
    await reportToForge(ground.deps, ofRun);
    expect(ground.checks()).toMatchObject([
      { externalId: 'run-1', status: 'COMPLETED', conclusion: 'FAILURE' },
    ]);
    expect(ground.checks()[0]?.annotations).toHaveLength(127);
    expect(ground.checks()[0]?.output?.summary).toContain('#### 127 new findings');
    expect(ground.logged).toContainEqual({
      message: 'Check reported',
      fields: expect.objectContaining({ runId: 'run-1', conclusion: 'failure', annotations: 127 }),
    });
  });

  it('ends green where nothing is new', async () => {
    const ground = await reportGround();
    await beginCheck(ground);
    await ground.keep('check-report.json', aReport());
    await reportToForge(ground.deps, ofRun);
    expect(ground.checks()).toMatchObject([{ conclusion: 'SUCCESS' }]);
    // Nobody hears of our own check by an event, so whoever waits for it is woken.
    expect((await ground.head()).wakeSeq).toBe(1);
  });

  it('is a commit status over a plain token', async () => {
    const ground = await reportGround();
    const { headSha } = await beginCheck(ground);
    await ground.keep('check-report.json', aReport());
    await reportToForge(ground.depsOver(ground.tokenClient('acme')), ofRun);
    expect(ground.checks()).toEqual([]);
    expect(ground.hands.repository.statuses.get(headSha)).toMatchObject([
      { context: 'ratchetr', state: 'SUCCESS' },
    ]);
  });

  const ratchet = toRatchetSettings(defaultConfig());
  it.each([
    ['the head moved on', { headSha: sha('c') }, 'CANCELLED'],
    ['it was closed', { state: 'closed' as const }, 'CANCELLED'],
    ['its worker was lost', {}, 'CANCELLED'],
  ])('ends where %s', async (_, different, conclusion) => {
    const ground = await reportGround();
    const { headSha } = await beginCheck(ground, { config: { ratchet } });
    await ground.change({ observation: anObservation({ headSha, ...different }) });
    await reportToForge(ground.deps, ofRun);
    expect(ground.checks()).toMatchObject([{ status: 'COMPLETED', conclusion }]);
  });

  it('ends where the time is over', async () => {
    const ground = await reportGround();
    await beginCheck(ground, { config: { ratchet } });
    ground.clock.advance(ratchet.sessionMs);
    await reportToForge(ground.deps, ofRun);
    expect(ground.checks()).toMatchObject([{ status: 'COMPLETED', conclusion: 'TIMED_OUT' }]);
  });

  it('ends where its report is damaged', async () => {
    const ground = await reportGround();
    await beginCheck(ground);
    await ground.keep('check-report.json', '{"schemaVersion":');
    await reportToForge(ground.deps, ofRun);
    expect(ground.checks()).toMatchObject([{ status: 'COMPLETED', conclusion: 'CANCELLED' }]);
  });

  it('does not end while its worker is at it', async () => {
    const ground = await reportGround();
    const { headSha } = await beginCheck(ground);
    const times = { startBy: t0, deadline: t0, launches: 1, fence: 1 };
    await ground.change({ check: { id: 'run-1', phase: 'running', headSha, ...times } });
    await reportToForge(ground.deps, ofRun);
    expect(ground.checks()).toEqual([]);
  });
});

describe('a question of a plan', () => {
  it('is asked once', async () => {
    const ground = await reportGround({ ...waiting, question: 'Which port? (one of: 80, 443)' });
    await reportToForge(ground.deps, whole);
    await reportToForge(ground.deps, whole);
    const asked = ground.bodies().filter((body) => body.startsWith('<!-- ratchetr:question'));
    expect(asked).toEqual([expect.stringContaining('> Which port? (one of&#58; 80, 443)')]);
    await ground.change({ question: 'And which host?' });
    await reportToForge(ground.deps, whole);
    expect(ground.bodies()).toHaveLength(3);
  });
});
