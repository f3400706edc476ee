import { afterEach, describe, expect, it, vi } from 'vitest';

import { createProcesses } from '#platform/process/processes.ts';

import { makeCommand, realClock, textOf } from './harness.ts';

const print = 'process.stdout.write(JSON.stringify(process.env))';

async function environmentOf(
  parentEnv: Record<string, string | undefined>,
  wish: { inheritEnv?: string[]; pathFirst?: string[]; env?: Record<string, string> },
): Promise<unknown> {
  const processes = createProcesses({ clock: realClock, parentEnv });
  const command = await makeCommand({ argv: [process.execPath, '-e', print], ...wish });
  return JSON.parse(await textOf((await processes.run(command)).stdout));
}

describe('the environment of a program', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is empty unless something is asked for', async () => {
    expect(await environmentOf({ PATH: '/bin', SECRET: 'key' }, {})).toEqual({});
  });

  it('has the named variables that we have, and its own, which win', async () => {
    const parentEnv = { PATH: '/bin', HOME: '/root', LANG: 'C', SECRET: 'key', UNSET: undefined };
    const wish = {
      inheritEnv: ['PATH', 'LANG', 'UNSET', 'MISSING', 'constructor'],
      env: { LANG: 'de', EXTRA: '' },
    };
    const expected = { PATH: '/bin', LANG: 'de', EXTRA: '' };
    expect(await environmentOf(parentEnv, wish)).toEqual(expected);
  });

  it('has folders before those of the path that it inherits', async () => {
    const first = { inheritEnv: ['PATH'], pathFirst: ['/one', '/two'] };
    expect(await environmentOf({ PATH: '/bin' }, first)).toEqual({ PATH: '/one:/two:/bin' });
    expect(await environmentOf({}, first)).toEqual({ PATH: '/one:/two' });
    expect(await environmentOf({ PATH: '/bin' }, { ...first, pathFirst: [] })).toEqual({
      PATH: '/bin',
    });
  });

  it('has nothing that the runtime adds by itself', async () => {
    vi.stubEnv('NODE_V8_COVERAGE', '/nowhere');
    expect(await environmentOf({}, {})).toEqual({});
    expect(await environmentOf({ NODE_V8_COVERAGE: '' }, { inheritEnv: ['NODE_V8_COVERAGE'] })) //
      .toEqual({ NODE_V8_COVERAGE: '' });
  });
});
