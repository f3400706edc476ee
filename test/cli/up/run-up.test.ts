import { expect, it, describe } from 'vitest';
import type { Environment } from '#config/env.ts';
import { EXIT } from '../../../lib/cli/exit-codes.ts';
import { runUp } from '../../../lib/cli/up/run-up.ts';
import type { UpOptions } from '../../../lib/cli/up/up-options.ts';
import { ownGitHub } from '../../support/own-github.ts';
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
    ...more,
  };
  return { cwd: await tempFolder(), env };
}

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
      /Nothing was started: octo\/nothing is not there, or not for this token\.\n$/,
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
      /^Ratchetr is up at http:\/\/127\.0\.0\.1:\d+\nWatching octo\/shop\n/,
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
    expect(third.said.stdout).toContain('Waiting for webhooks');
  });
});
