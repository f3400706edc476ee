import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { GroundOptions, Watching } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

/** A project that a real linter looks at. */
const linted = {
  base: {
    '.gitignore': 'node_modules\n',
    '.oxlintrc.json': JSON.stringify({ rules: { 'no-debugger': 'error' } }),
    'package.json': JSON.stringify({ name: 'shop', private: true, type: 'module' }),
  },
  config: {
    engines: { oxlint: {} },
    setup: [{ run: ['ln', '-s', resolve('node_modules'), 'node_modules'] }],
  },
  files: { 'src/a.ts': 'export function open(): number {\n  debugger;\n  return 1;\n}\n' },
};

/** What the loop promises, wherever it runs. */
export function loopScenarios(groundOf: (options: GroundOptions) => Promise<Watching>): void {
  it('repairs what CI found, waits until CI has started again, and is done once it is green', async () => {
    const ground = await groundOf(linted);
    const { ci, pull } = ground;
    const before = pull.headSha;
    await heldAtWork(ground);
    ci.change({ starts: () => false });
    ground.letAgentGo();
    await ground.decided('STALE_CI');
    expect(ground.commits()).toMatchObject([
      { parents: [before], message: expect.stringContaining('\nRatchetr-Run: run-') },
      { sha: before },
    ]);
    expect(ground.read('src/a.ts')).toBe('export function open(): number {\n  return 1;\n}\n');
    expect(await ground.state()).toMatchObject({
      consecutiveFixupAttempts: 1,
      lastPushSha: pull.headSha,
    });
    ci.run(pull.headSha);
    await ground.decided('GREEN');
    expect(await ground.milestones()).toEqual([
      'CI_FAILED',
      'SESSION running',
      'SESSION finished',
      'SESSION publishing',
      'SESSION pushed',
      'STALE_CI',
      'GREEN',
    ]);
    expect(await ground.state()).toMatchObject({ consecutiveFixupAttempts: 0 });
    expect(ground.begun()).toEqual(['fix']);
    await ground.shown('✅ Green');
    await ground.until('nobody works', () => ground.alive().length === 0);
  });

  it('gives up after three fixups that did not help, and begins anew once a person has pushed', async () => {
    const ground = await groundOf({
      files: { 'src/a.txt': 'one\n' },
      ci: { verdict: () => 'FAILURE' },
    });
    ground.order('try');
    await ground.decided('ATTEMPTS_SPENT');
    expect(ground.commits()).toHaveLength(4);
    expect(await ground.state()).toMatchObject({ consecutiveFixupAttempts: 3 });
    await ground.shown('Given up');
    ground.shop.commit('feature', { 'src/c.txt': 'by hand\n' }, { author: 'ann' });
    await ground.told('CI_FAILED', 4);
    ground.ci.change({ verdict: () => 'SUCCESS' });
    await ground.decided('GREEN');
    const attempts = (await ground.factsAt('CI_FAILED')).map(({ attempts: made }) => made);
    expect(attempts).toEqual([0, 1, 2, 0]);
    expect(ground.commits()).toHaveLength(6);
  });

  it('stops at once where the agent can do nothing', async () => {
    const ground = await groundOf({ files: bad });
    ground.order('decline');
    const before = ground.pull.headSha;
    await ground.decided('PARKED');
    expect(ground.pull.headSha).toBe(before);
    expect(await ground.milestones()).toEqual([
      'CI_FAILED',
      'SESSION running',
      'SESSION finished',
      'BREAK no-push',
      'PARKED',
    ]);
    const { consecutiveFixupAttempts, staleCiSince } = (await ground.state()) ?? {};
    expect({ consecutiveFixupAttempts, staleCiSince }).toEqual({ consecutiveFixupAttempts: 0 });
    await ground.lookAgain();
    expect(ground.begun()).toEqual(['fix']);
    await ground.shown('A person is needed');
  });

  it('stops where the agent declines what a review asks for, and says so in the thread', async () => {
    const ground = await groundOf({ files: { 'src/a.txt': 'one\n' } });
    ground.order('decline');
    await ground.decided('GREEN');
    ground.shop.review(1, {
      login: 'ann',
      state: 'CHANGES_REQUESTED',
      threads: [{ path: 'src/a.txt', line: 1, body: 'Say two.' }],
    });
    await ground.decided('PARKED');
    expect((await ground.milestones()).slice(1)).toEqual([
      'REVIEW',
      'SESSION running',
      'SESSION finished',
      'BREAK no-push',
      'PARKED',
    ]);
    await ground.until(
      'the thread is answered',
      () => ground.pull.threads[0]?.comments.length === 2,
    );
    expect(ground.pull.threads[0]?.comments[1]).toMatchObject({
      author: { login: 'ratchetr[bot]' },
    });
    expect(ground.commits()).toHaveLength(1);
  });

  it('waits while a person is at work, until that is over', async () => {
    const ground = await groundOf({ files: bad, labels: [] });
    await ground.decided('DISABLED');
    ground.shop.comment(1, 'ann', '/ratchet hold 30m');
    await ground.until(
      'it is held',
      async () => (await ground.state())?.manualSession !== undefined,
    );
    ground.shop.label(1, 'ratchet');
    await ground.decided('WORKING_SESSION');
    await ground.lookAgain();
    expect(ground.begun()).toEqual([]);
    ground.shop.comment(1, 'ann', '/ratchet release');
    await ground.decided('GREEN');
    expect(ground.begun()).toEqual(['fix']);
  });

  it('finishes what is under way when it is switched off, clears it away, and begins nothing', async () => {
    const ground = await groundOf({ files: bad, ci: { verdict: () => 'FAILURE' } });
    await heldAtWork(ground);
    ground.shop.unlabel(1, 'ratchet');
    await ground.until('it is off', async () => (await ground.state())?.enabled === false);
    ground.letAgentGo();
    await ground.decided('DISABLED');
    expect(ground.read('src/a.txt')).toBe('one\ngood two\n');
    const { session, leftovers } = (await ground.state()) ?? {};
    expect({ session, leftovers }).toEqual({ leftovers: [] });
    await ground.until('nobody works', () => ground.alive().length === 0);
    // What was done is logged a moment after it was written down.
    await ground.until('that is logged', () => sessionsCleared(ground).size > 0);
    expect(sessionsCleared(ground).size).toBe(1);
    expect(ground.begun()).toEqual(['fix']);
  });

  it('clears the worker of an earlier session away before it launches the next', async () => {
    const ground = await groundOf({ files: bad });
    await heldAtWork(ground);
    const [first = ''] = ground.launched();
    ground.shop.commit('feature', { 'src/b.txt': 'BAD three\n' }, { author: 'ann' });
    await ground.until('the next agent works', () => ground.begun().length > 1);
    expect(ground.aliveFor(first)).toEqual([]);
    ground.letAgentGo();
    await ground.decided('GREEN');
    expect(ground.launched()).toHaveLength(2);
    expect(ground.read('src/a.txt')).toBe('one\ngood two\n');
    expect(ground.read('src/b.txt')).toBe('good three\n');
    await ground.until('that is logged', () => sessionsCleared(ground).size > 1);
    const told = ground.log.entries
      .filter(({ message }) => /^(?:Fixup (?:launched|completed)|Session cleared)$/.test(message))
      .map(({ message, fields }) => `${message}: ${String(fields['sessionId'])}`);
    const messages = [...new Set(told)].map((line) => line.replace(/:.*/, ''));
    expect(messages).toEqual([
      'Fixup launched',
      'Fixup completed',
      'Session cleared',
      'Fixup launched',
      'Fixup completed',
      'Session cleared',
    ]);
  });

  it('asks a person where CI never starts again after its push', async () => {
    let first: string | undefined;
    const ci = { starts: (sha: string) => (first ??= sha) === sha };
    const ground = await groundOf({ files: bad, staleCi: '3s', ci });
    await ground.decided('STALE_CI_TIMEOUT');
    await ground.lookAgain();
    // A slow machine may not have looked before the time was over.
    const told = (await ground.milestones()).filter((word) => word !== 'STALE_CI');
    expect(told.slice(-2)).toEqual(['SESSION pushed', 'STALE_CI_TIMEOUT']);
    expect(ground.begun()).toEqual(['fix']);
    expect(ground.commits()).toHaveLength(2);
    await ground.shown('A person is needed');
  });

  it('completes a check of its own at every head that it watches', async () => {
    const ground = await groundOf({ files: bad, checkHeads: true });
    await ground.decided('GREEN');
    const checks = () =>
      [...ground.shop.repository.suites.values()]
        .flat()
        .filter(({ app }) => app.slug === 'ratchetr')
        .flatMap(({ runs, sha }) => runs.map(({ conclusion }) => ({ sha, conclusion })));
    await ground.until('all is checked', () => {
      const { headSha } = ground.pull;
      const isThere = checks().some(({ sha }) => sha === headSha);
      return isThere && checks().every(({ conclusion }) => conclusion !== undefined);
    });
    expect(checks().filter(({ sha }) => sha === ground.pull.headSha)).toEqual([
      { sha: ground.pull.headSha, conclusion: 'SUCCESS' },
    ]);
    const heads = checks().map(({ sha }) => sha);
    expect(new Set(heads).size).toBe(heads.length);
    await ground.until('nobody works', () => ground.alive().length === 0);
  });
}

/** The agent has begun, and waits until it is let go: a session may be shorter than the time between two looks. */
async function heldAtWork(ground: Watching): Promise<void> {
  ground.holdAgent();
  await ground.until('the agent works', () => ground.begun().length === 1);
}

function sessionsCleared({ log }: Watching): ReadonlySet<unknown> {
  return new Set(log.of('Session cleared').map(({ sessionId }) => sessionId));
}
