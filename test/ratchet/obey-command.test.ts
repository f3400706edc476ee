import { beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#model/message.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import type { Permission } from '#ratchet/needs/forge.ts';
import type { Log } from '#base/needs/log.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { obeyCommand, type ObeyDeps, type PersonAsks } from '#ratchet/obey-command.ts';
import { freshStores } from '../store/sqlite/stores.ts';
import { aWorkspaceState, sha, t0, workspaceId } from '../support/samples.ts';

const id = workspaceId('workspace-1');
const tomorrow = t0 + 24 * 3_600_000;
const quiet = (): void => {};
const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

let workspaces: WorkspaceStore;
let sent: Message[];
let permission: Permission;
/** Comments by marker, each of which is made once. */
let comments: Map<string, string>;

beforeEach(async () => {
  ({ workspaces } = await freshStores());
  [sent, permission, comments] = [[], 'write', new Map()];
});

function deps(store: WorkspaceStore = workspaces): ObeyDeps {
  let writes = 0;
  return {
    workspaces: store,
    queue: { send: async (messages) => void sent.push(...messages) },
    clock: { now: () => t0 },
    ids: { token: () => `token-${(writes += 1)}-${Math.random()}` },
    forge: {
      permissionOf: async () => permission,
      addComment: async (_, marker, markdown) => {
        if (!comments.has(marker)) comments.set(marker, markdown);
      },
    },
    log,
  };
}

const begin = (state: Partial<Parameters<typeof aWorkspaceState>[0]> = {}) =>
  workspaces.create(aWorkspaceState(state), tomorrow);
const asks = (text: string, commentId = 'IC_1', login = 'mona'): PersonAsks => ({
  workspaceId: id,
  commentId,
  login,
  text,
});
const written = (text: string, comment: string, askedAt: number) =>
  obeyCommand(deps(), { ...asks(text, comment), askedAt });
const stateNow = async (): Promise<WorkspaceState | undefined> =>
  (await workspaces.load(id))?.state;
const logged = async (): Promise<readonly string[]> =>
  (await workspaces.listTransitions({ id, now: t0, limit: 10 })).map(({ reason }) => reason);

describe('a person who may write', () => {
  it.for(['write', 'admin'] as const)(
    'with the right to %s is obeyed, logged and due',
    async (right) => {
      await begin();
      permission = right;
      expect(await obeyCommand(deps(), asks('off'))).toBe('obeyed');
      expect(await workspaces.load(id)).toMatchObject({
        dueAt: t0,
        state: { switched: { to: 'off', by: 'mona', at: t0 }, obeyed: ['IC_1'] },
      });
      expect(await logged()).toEqual(['mona switched the ratchet off.']);
      expect(comments.size).toBe(0);
    },
  );

  it('is obeyed once for a comment, however often and whenever it is told', async () => {
    await begin();
    await obeyCommand(deps(), asks('off'));
    await obeyCommand(deps(), asks('on', 'IC_2'));
    expect(await obeyCommand(deps(), asks('off'))).toBe('repeated');
    expect(await stateNow()).toMatchObject({ switched: { to: 'on' }, obeyed: ['IC_1', 'IC_2'] });
    const both = await Promise.all([1, 2, 3].map(() => obeyCommand(deps(), asks('stop', 'IC_3'))));
    expect(both.toSorted()).toEqual(['obeyed', 'repeated', 'repeated']);
    expect(await logged()).toHaveLength(3);
  });

  it('is heard in the order in which he wrote, whatever comes first', async () => {
    await begin();
    expect(await written('stop', 'IC_2', t0 + 60_000)).toBe('obeyed');
    expect(await written('on', 'IC_1', t0)).toBe('answered');
    expect(await stateNow()).toMatchObject({ switched: { to: 'off', at: t0 + 60_000 } });
    expect([...comments.values()]).toEqual([expect.stringContaining('What was said later counts')]);
    expect(await written('on', 'IC_3', t0 + 120_000)).toBe('obeyed');
    expect(await stateNow()).toMatchObject({ switched: { to: 'on' } });
  });

  it('has a worker stopped', async () => {
    const times = { reservedAt: t0, startBy: t0, deadline: t0, launches: 1, fence: 1 };
    const head = { headBefore: sha('a'), headTree: sha('7'), fingerprint: 'f', runIdsBefore: [] };
    const session = { id: 'run-1', kind: 'ci', phase: 'running', taskRef: 'w-1' } as const;
    await begin({ session: { ...times, ...head, ...session } });
    expect(await obeyCommand(deps(), asks('stop'))).toBe('obeyed');
    expect(sent).toMatchObject([
      { kind: 'command', command: { kind: 'stop', runId: 'run-1', taskRef: 'w-1' } },
      { kind: 'command', command: { kind: 'exit', runId: 'run-1' } },
    ]);
  });

  it('is told why', async () => {
    const at = t0;
    await begin({
      lastDecision: { action: 'WAIT', code: 'CI_RUNNING', reason: 'Busy.', needsHuman: false, at },
    });
    expect(await obeyCommand(deps(), asks('why'))).toBe('answered');
    expect([...comments]).toEqual([
      ['<!-- ratchetr:reply IC_1 -->', expect.stringContaining('Busy')],
    ]);
    // The next look stays where it was, and nothing is to be logged.
    expect(await workspaces.load(id)).toMatchObject({
      dueAt: tomorrow,
      state: { obeyed: ['IC_1'] },
    });
    expect(await logged()).toEqual([]);
    expect(await obeyCommand(deps(), asks('why'))).toBe('repeated');
  });

  it('gets help for what nobody knows, and is told what cannot be', async () => {
    await begin();
    expect(await obeyCommand(deps(), asks('dance'))).toBe('answered');
    expect(await obeyCommand(deps(), asks('answer yes', 'IC_2'))).toBe('answered');
    expect([...comments.values()]).toEqual([
      expect.stringContaining('`/ratchet retry`'),
      'No question waits for an answer here.',
    ]);
    expect(await stateNow()).toEqual({ ...aWorkspaceState(), obeyed: ['IC_1', 'IC_2'] });
  });

  it('is obeyed although others change the workspace at the same time', async () => {
    await begin();
    let races = 0;
    const raced: WorkspaceStore = {
      ...workspaces,
      load: async (one) => {
        const head = await workspaces.load(one);
        if (head !== undefined && (races += 1) < 4) {
          const token = `racer-${races}`;
          const next = { ...head.state, spentUsd: races };
          await workspaces.commit({ seen: head, next, commands: [], now: t0, token });
        }
        return head;
      },
    };
    expect(await obeyCommand(deps(raced), asks('off'))).toBe('obeyed');
    expect(await stateNow()).toMatchObject({ switched: { to: 'off' }, spentUsd: 3 });
  });
});

describe('anybody else', () => {
  it.for(['none', 'read'] as const)('with the right to %s changes nothing', async (right) => {
    await begin();
    permission = right;
    for (const text of ['off', 'stop', 'why', 'dance', 'hold 24h']) {
      expect(await obeyCommand(deps(), asks(text, `IC_${text}`, 'eve'))).toBe('refused');
    }
    const { refused, ...others } = (await stateNow()) ?? aWorkspaceState();
    expect(others).toEqual(aWorkspaceState());
    expect(refused).toHaveLength(5);
    expect(sent).toEqual([]);
    expect(await obeyCommand(deps(), asks('off', 'IC_off', 'eve'))).toBe('repeated');
  });

  it('cannot have a command obeyed once more by writing so many that it is forgotten', async () => {
    await begin();
    await obeyCommand(deps(), asks('on', 'IC_on'));
    await obeyCommand(deps(), asks('retry', 'IC_retry'));
    permission = 'read';
    for (let n = 0; n < 60; n += 1) await obeyCommand(deps(), asks('off', `IC_${n}`, 'eve'));
    permission = 'write';
    expect(await obeyCommand(deps(), asks('retry', 'IC_retry'))).toBe('repeated');
  });

  it('is answered once, however often he asks', async () => {
    await begin();
    permission = 'read';
    for (const comment of ['IC_1', 'IC_2', 'IC_3']) {
      await obeyCommand(deps(), asks('on', comment, 'eve'));
    }
    expect([...comments]).toEqual([
      ['<!-- ratchetr:reply refused-eve -->', expect.stringContaining('Thank you')],
    ]);
  });
});

it('knows no workspace that nobody watches', async () => {
  expect(await obeyCommand(deps(), asks('on'))).toBe('unknown');
});

it('is told again when the forge cannot say who somebody is', async () => {
  await begin();
  const down = { ...deps().forge, permissionOf: () => Promise.reject(new Error('502')) };
  await expect(obeyCommand({ ...deps(), forge: down }, asks('on'))).rejects.toThrow('502');
  expect(await stateNow()).toEqual(aWorkspaceState());
});
