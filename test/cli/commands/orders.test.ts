import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createSqliteQueue } from '#store/sqlite/queue.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { Message } from '#model/message.ts';
import type { Log } from '#base/needs/log.ts';
import { aLiveSession } from '../../report/workspaces/looks.ts';
import { headOf, type Planted, plantPlane, plantWatch } from '../workspaces/planted-workspaces.ts';
import { runCli } from './run-cli.ts';

const { username } = userInfo();
const quiet = (): void => {};
const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

async function plantOne(different: Parameters<typeof plantWatch>[2] = {}) {
  const planted = await plantPlane();
  const { state } = await plantWatch(planted, 42, different);
  const after = () => headOf(planted, state.id);
  const logged = async () => {
    const entries = await planted.workspaces.listTransitions({
      id: state.id,
      now: Date.now(),
      limit: 9,
    });
    return entries.map(({ reason }) => reason);
  };
  return { planted, cwd: planted.cwd, after, logged };
}

/** What a control plane receives that runs beside. */
async function received({ database }: Planted, count: number): Promise<readonly Message[]> {
  const queue = createSqliteQueue({ database, clock: systemClock, log, ids: { token: () => 't' } });
  const done = new AbortController();
  const messages: Message[] = [];
  await queue.receive(async (message) => {
    if (messages.push(message) === count) done.abort();
    return 'done';
  }, done.signal);
  return messages;
}

describe('an order given at this machine', () => {
  it.each([
    ['on', { switched: { to: 'on', by: username } }, `${username} switched the ratchet on.`],
    ['off', { switched: { to: 'off', by: username } }, `${username} switched the ratchet off.`],
    ['stop', { switched: { to: 'off', by: username } }, `${username} stopped the ratchet.`],
    [
      'retry',
      { consecutiveFixupAttempts: 0, spentFingerprints: [] },
      `${username} asks for another try.`,
    ],
  ])('%s is obeyed, logged and due at once', async (order, state, reason) => {
    const { cwd, after, logged } = await plantOne({
      consecutiveFixupAttempts: 3,
      spentFingerprints: ['f'],
    });
    const before = Date.now();
    const { code, stdout, stderr } = await runCli(cwd, [order, 'acme/shop#42']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`${reason}\n\`ratchetr up\` looks at acme/shop#42 at once.\n`);
    const head = await after();
    expect(head).toMatchObject({ state, wakeSeq: 0 });
    expect(head.outbox).toBeUndefined();
    expect(head.dueAt).toBeGreaterThanOrEqual(before);
    expect(head.dueAt).toBeLessThanOrEqual(Date.now());
    expect(await logged()).toEqual([reason]);
  });

  it('says so where no control plane runs that could look', async () => {
    const planted = await plantPlane({ isUp: false });
    await plantWatch(planted, 42);
    expect((await runCli(planted.cwd, ['on', '42'])).stdout).toBe(
      `${username} switched the ratchet on.\n\`ratchetr up\` does not run here. It looks at acme/shop#42 when it starts.\n`,
    );
  });

  it('stop stops the worker, through the control plane that launched it', async () => {
    const { planted, cwd, after } = await plantOne({ session: aLiveSession });
    await runCli(cwd, ['stop', '42']);
    expect((await after()).state.session).toMatchObject({
      cancelled: `${username} stopped the ratchet.`,
    });
    const commands = (await received(planted, 2)).map((message) =>
      message.kind === 'command' ? message.command : undefined,
    );
    expect(commands).toEqual([
      {
        kind: 'stop',
        runId: 'run-1',
        taskRef: 'task-9',
        because: `${username} stopped the ratchet.`,
      },
      { kind: 'exit', runId: 'run-1' },
    ]);
  });

  it('hold keeps the ratchet away for a time, until release ends it', async () => {
    const { cwd, after, logged } = await plantOne();
    expect((await runCli(cwd, ['hold', '42', '--for', '30m'])).code).toBe(0);
    const { manualSession } = (await after()).state;
    expect(manualSession).toMatchObject({ holder: username, state: 'working' });
    expect((await runCli(cwd, ['release', '42'])).code).toBe(0);
    expect((await after()).state.manualSession).toBeUndefined();
    expect(await logged()).toEqual([
      `${username} ended the hold of ${username}.`,
      `${username} works on the branch for 30 minutes.`,
    ]);
    expect(await runCli(cwd, ['release', '42'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'No hold is set on this pull request.\n',
    });
    expect((await runCli(cwd, ['hold', '42'])).stdout).toContain('for 60 minutes.');
  });

  it.each(['1', '30s', '25h', 'soon'])('refuses to hold for %s', async (text) => {
    const { cwd, after } = await plantOne();
    const said = await runCli(cwd, ['hold', '42', '--for', text]);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toContain('Write a duration from 1m to 24h, such as 30m.');
    expect((await after()).state.manualSession).toBeUndefined();
  });

  it('holds against a change that comes in between', async () => {
    const { planted, cwd, after } = await plantOne();
    const orders = ['on', 'off', 'retry', 'hold', 'stop'];
    const said = await Promise.all(orders.map((order) => runCli(cwd, [order, '42'])));
    expect(said.map(({ code }) => code)).toEqual(orders.map(() => 0));
    const entries = await planted.workspaces.listTransitions({
      id: (await after()).state.id,
      now: Date.now(),
      limit: 99,
    });
    expect(entries).toHaveLength(orders.length);
  });

  it('changes nothing where nobody watches', async () => {
    const { cwd, logged } = await plantOne();
    expect(await runCli(cwd, ['on', '43'])).toMatchObject({ code: 2, stdout: '' });
    expect(await logged()).toEqual([]);
  });
});
