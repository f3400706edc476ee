import { describe, expect, it } from 'vitest';
import { readUpOptions, type UpOptions } from '../../../lib/cli/commands/up.ts';

describe('the options of `ratchetr up`', () => {
  it('may all be left out', () => {
    expect(readUpOptions({})).toMatchObject({
      kind: 'ok',
      value: {
        repositories: [],
        port: 8787,
        host: '127.0.0.1',
        pollMs: 60_000,
        workers: 2,
      },
    });
  });

  it('name repositories, a place, a pace and a number of workers', () => {
    const options = {
      repo: ['acme/shop', 'acme/shop.js', 'ann_acme/shop'],
      port: '0',
      host: '0.0.0.0',
      poll: '30s',
      workers: '8',
    };
    expect(readUpOptions(options)).toMatchObject({
      kind: 'ok',
      value: {
        repositories: [
          { owner: 'acme', name: 'shop' },
          { owner: 'acme', name: 'shop.js' },
          // An account that a company manages has a line in its name.
          { owner: 'ann_acme', name: 'shop' },
        ],
        port: 0,
        host: '0.0.0.0',
        pollMs: 30_000,
        workers: 8,
      },
    });
  });

  it.for<readonly [UpOptions, string]>([
    [{ repo: ['acme/shop', 'shop'] }, '--repo takes OWNER/NAME, not shop'],
    [
      { repo: ['https://github.com/acme/shop'] },
      '--repo takes OWNER/NAME, not https://github.com/acme/shop',
    ],
    [{ repo: ['acme/../shop'] }, '--repo takes OWNER/NAME, not acme/../shop'],
    [{ port: '65536' }, '--port takes a number from 0 to 65535, not 65536'],
    [{ port: '80a' }, '--port takes a number from 0 to 65535, not 80a'],
    [{ workers: '0' }, '--workers takes a number from 1 to 64, not 0'],
    [{ workers: '65' }, '--workers takes a number from 1 to 64, not 65'],
    [{ poll: 'often' }, '--poll takes a duration of at least 1s, such as 30s or 5m, not often'],
    [{ poll: '10ms' }, '--poll takes a duration of at least 1s, such as 30s or 5m, not 10ms'],
  ])('that are wrong say what would be right: %j', ([options, message]) => {
    expect(readUpOptions(options)).toMatchObject({ kind: 'refused', sentence: message });
  });
});
