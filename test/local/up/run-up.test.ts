import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystem } from '#local/system.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteQueue } from '#store/sqlite/queue.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import type { Environment } from '#config/env.ts';
import { EXIT } from '#local/exit-codes.ts';
import { up as runUp, type UpOptions } from '../../../lib/cli/commands/up.ts';
import { soon } from '../../contracts/soon.ts';
import { ownGitHub } from '../../support/own-github.ts';
import { silent } from '../../support/own-plane.ts';
import { aWorkspaceState } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';

interface Place {
  readonly cwd: string;
  readonly env: Environment;
}

/** One `ratchetr up` in this process. */
function up({ cwd, env }: Place, options: UpOptions = {}) {
  const said = { stdout: '', stderr: '', code: undefined as number | undefined };
  const stopping = new AbortController();
  const waiters = new Set<() => void>();
  const context = {
    system: createSystem(),
    cwd,
    env,
    stdout: {
      write: (text: string) => {
        said.stdout += text;
        for (const waiter of waiters) waiter();
      },
    },
    stderr: { write: (text: string) => void (said.stderr += text) },
    signal: stopping.signal,
    exitWith: (code: number) => void (said.code = code),
  };
  const over = runUp(context, { port: '0', ...options });
  const isUp = new Promise<void>((resolve) => {
    waiters.add(() => {
      if (said.stdout.includes('Ratchetr is up at')) resolve();
    });
  });
  return { said, over, isUp, stop: () => stopping.abort() };
}

async function place(more: Environment = {}): Promise<Place> {
  const { github } = await ownGitHub();
  const token = github.world.userToken('octo').token;
  const env = {
    PATH: process.env['PATH'] ?? '',
    RATCHETR_GITHUB_TOKEN: token,
    RATCHETR_GITHUB_API_URL: github.url,
    RATCHETR_WEBHOOK_SECRET: 'secret',
    ...more,
  };
  return { cwd: await tempFolder(), env };
}

/** A port that somebody else listens at. */
async function takenPort(): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port');
  return address.port;
}

it('takes up at once what an earlier control plane had in hand', async () => {
  const here = await place();
  const first = up(here);
  await first.isUp;
  first.stop();
  await first.over;
  const database = openDatabase({ path: join(here.cwd, '.ratchetr/state.db') });
  onTestFinished(() => database.close());
  const deps = {
    database,
    clock: systemClock,
    ids: createIds({ clock: systemClock }),
    log: silent,
  };
  const queue = createSqliteQueue(deps, { visibilityMs: 3_600_000 });
  const id = aWorkspaceState().id;
  await queue.send([{ kind: 'look', schemaVersion: 1, workspaceIds: [id] }]);
  const killed = new AbortController();
  const taken = Promise.withResolvers<void>();
  onTestFinished(() => killed.abort());
  void queue.receive(() => {
    taken.resolve();
    return new Promise(() => {});
  }, killed.signal);
  await taken.promise;
  const second = up(here);
  const waiting = await soon(
    async () => database.all('SELECT id FROM queue_messages'),
    (messages) => messages.length === 0,
  );
  expect(waiting).toEqual([]);
  second.stop();
  await second.over;
});

describe('nothing is started', () => {
  it.for<readonly [string, UpOptions, Environment, RegExp]>([
    [
      'an option is wrong',
      { poll: 'often' },
      {},
      /^Nothing was started: --poll takes a duration of at least 1s, such as 30s or 5m, not often\.\n$/,
    ],
    [
      'the repository is not there',
      { repo: ['octo/nothing'] },
      {},
      /Nothing was started: octo\/nothing does not exist, or this token may not read it\.\n$/,
    ],
    [
      'nothing could ever be watched',
      {},
      { RATCHETR_WEBHOOK_SECRET: undefined },
      /^Nothing was started: there is nothing to watch; name a repository with --repo\.\n$/,
    ],
    [
      'a setting is wrong',
      {},
      { RATCHETR_TIMEOUTS_SETTLE: 'soon' },
      /Nothing was started: .*RATCHETR_TIMEOUTS_SETTLE.*\n$/,
    ],
    [
      'nobody says who we are',
      {},
      { RATCHETR_GITHUB_TOKEN: undefined },
      /Nothing was started: Set RATCHETR_GITHUB_TOKEN, or .*\n$/,
    ],
  ])('where %s', async ([, options, env, message]) => {
    const { said, over } = up(await place(env), options);
    await over;
    expect(said.stderr).toMatch(message);
    expect(said).toMatchObject({ stdout: '', code: EXIT.usage });
  });

  it('where another control plane runs in the folder, until that one has gone', async () => {
    const here = await place();
    const first = up(here, { repo: ['octo/shop'] });
    await first.isUp;
    expect(first.said.stdout).toMatch(
      /^Ratchetr is up at http:\/\/127\.0\.0\.1:\d+\nWatching octo\/shop\nPut the label `ratchet` on /,
    );
    const second = up(here);
    await second.over;
    expect(second.said).toMatchObject({
      stderr:
        'Nothing was started: another `ratchetr up` runs in this folder; stop that one first.\n',
      code: EXIT.usage,
    });
    first.stop();
    await first.over;
    expect(first.said.code).toBeUndefined();
    const third = up(here);
    await third.isUp;
    third.stop();
    await third.over;
    expect(third.said.stdout).toContain('No repository is watched yet: waiting for webhooks.');
  });

  it('where its port is taken', async () => {
    const port = await takenPort();
    const { said, over } = up(await place(), { repo: ['octo/shop'], port: String(port) });
    await over;
    expect(said).toMatchObject({
      stderr: `Nothing was started: port ${port} of 127.0.0.1 is taken; choose another with --port.\n`,
      code: EXIT.usage,
    });
  });

  it.for<readonly [string, Environment, RegExp]>([
    ['the token is none', { RATCHETR_GITHUB_TOKEN: 'ghp_none' }, /does not accept our credentials/],
    [
      'the key of the App is none',
      {
        RATCHETR_GITHUB_APP_ID: '9',
        RATCHETR_GITHUB_PRIVATE_KEY:
          '-----BEGIN RSA PRIVATE KEY-----\nnone\n-----END RSA PRIVATE KEY-----',
      },
      /The private key of the GitHub App cannot be read; give the whole PEM text/,
    ],
  ])('where GitHub refuses us: %s', async ([, env, message]) => {
    const { said, over } = up(await place(env), { repo: ['octo/shop'] });
    await over;
    expect(said.stderr).toMatch(message);
    expect(said.stderr).toMatch(/^Nothing was started: .*[^.]\.\n$/);
    expect(said.code).toBe(EXIT.toolFailure);
  });
});
