import { describe, expect, it } from 'vitest';
import {
  toRatchetSettings,
  readRepositorySettings,
  defaultConfig,
} from '#ratchet/read-settings.ts';
import { ratchetSettings } from '#model/look-facts.ts';
import { aWorkspaceState, sha } from '../support/samples.ts';

const { pullRequest } = aWorkspaceState();

function read(text: string | undefined, deps: { env?: Record<string, string>; set?: string } = {}) {
  const { env = {}, set } = deps;
  const overrides = set === undefined ? [] : [{ path: 'retry.fixups', text: set }];
  const asked: string[] = [];
  const forge = {
    readFile: async (_: unknown, commit: string, path: string) => {
      asked.push(`${commit} ${path}`);
      return text;
    },
  };
  return readRepositorySettings({ forge, env, overrides }, pullRequest, sha('b')).then(
    (settings) => ({
      settings,
      asked,
    }),
  );
}

describe('the settings of a repository', () => {
  it('are those of the commit that was asked for', async () => {
    const { settings, asked } = await read('retry:\n  fixups: 5\n');
    expect(asked).toEqual([`${sha('b')} ratchetr.yaml`]);
    expect(settings).toMatchObject({
      kind: 'ok',
      ratchet: { attempts: 5 },
      config: { retry: { fixups: 5 } },
    });
  });

  it('are the usual ones where there is no file', async () => {
    expect((await read(undefined)).settings).toMatchObject({
      ratchet: toRatchetSettings(defaultConfig()),
    });
  });

  it('are overruled by whoever runs the ratchet', async () => {
    const text = 'retry:\n  fixups: 5\n';
    expect((await read(text, { env: { RATCHETR_RETRY_FIXUPS: '2' } })).settings).toMatchObject({
      ratchet: { attempts: 2 },
    });
    expect((await read(text, { set: '4' })).settings).toMatchObject({ ratchet: { attempts: 4 } });
  });

  it('that cannot be used say what is wrong, and where', async () => {
    const { settings } = await read('version: 1\nretry:\n  fixups: never\n');
    expect(settings).toMatchObject({
      kind: 'broken',
      problem: expect.stringMatching(/^ratchetr\.yaml:3\b.*fixups/s),
    });
  });
});

describe('what decisions depend on', () => {
  it('is complete, with times in milliseconds', () => {
    const settings = toRatchetSettings(defaultConfig());
    expect(ratchetSettings.parse(settings)).toEqual(settings);
    expect(settings).toMatchObject({
      enabled: false,
      attempts: 3,
      staleCiMs: 300_000,
      sessionMs: 1_800_000,
      brake: 3,
    });
  });

  it('counts no pull requests where the brake is off', () => {
    const { brake, ...config } = defaultConfig();
    expect(toRatchetSettings({ ...config, brake: { ...brake, enabled: false } }).brake).toBe(0);
  });
});
