import { describe, expect, it } from 'vitest';
import type { Engine, SpecInput } from '#engines/contract.ts';
import { aPlace, type Place } from './a-tool.ts';

/** How the tool was started, by the version that was known then. */
function watching(place: Place) {
  const seen: SpecInput['version'][] = [];
  const spec: Engine['check']['spec'] = ({ plan, version }) => {
    seen.push(version);
    const args = ['check', place.starts, ...plan.args, ...plan.scope];
    return { args, env: {}, reports: {} };
  };
  const catalog = { exitCodes: { diagnostic: [1] }, report: 'always' } as const;
  return { seen, check: { catalog, spec } };
}

const noCache = { cache: undefined, installed: undefined };

describe('a tool whose versions are known', () => {
  it('is asked before it is started, so that it is started as this version wants it', async () => {
    const place = await aPlace();
    const { seen, check } = watching(place);
    const versions = { first: '0.0.1', tested: ['0.0.1'] };
    const { outcome } = await place.run({ engine: { check, versions }, deps: noCache });
    expect(outcome).toMatchObject({ toolVersion: '0.0.1', category: 'diagnostic' });
    expect(seen.at(-1)).toBe('0.0.1');
    expect(await place.counts()).toEqual({ check: 1, version: 1 });
  });

  it('is not started where it is too old, and the failure says which version works', async () => {
    const place = await aPlace();
    const versions = { first: '2.0', tested: ['2.0.1'] };
    const { outcome } = await place.run({ engine: { versions } });
    expect(outcome).toMatchObject({ toolVersion: '1.0.0', category: 'tool_failure', findings: 0 });
    expect(outcome.error).toMatchObject({
      reason: 'TOOL_TOO_OLD',
      message:
        'Find bad 1.0.0 is too old: 2.0 is the first version that works here. Install that or a newer one.',
    });
    expect(await place.counts()).toEqual({ check: 0, version: 0 });
  });

  it('is asked where another program stands in its place, which has versions of its own', async () => {
    const place = await aPlace();
    const engine = {
      program: {
        kind: 'node-bin',
        package: 'find-good',
        bin: 'find-good',
        instead: [{ package: 'find-bad', bin: 'find-bad' }],
      },
      versions: { first: '0.0.1', tested: ['0.0.1'] },
    } as const;
    const { outcome } = await place.run({ engine });
    expect(outcome.toolVersion).toBe('0.0.1');
  });
});

it('a tool that refuses an argument of ours is not the fault of its user', async () => {
  const place = await aPlace();
  const { outcome } = await place.run({
    engine: {
      check: { catalog: {}, spec: startOfOurOwn },
      versions: { first: '1.0', tested: ['1.0.0', '1.4.0'] },
    },
    input: {
      programOf: () => ['sh', '-c', 'echo "error: unknown option $1" >&2; exit 2', 'sh'],
    },
    deps: { installed: { find: async () => known } },
  });
  expect(outcome.error?.message).toBe(
    'Find bad 1.2.0 does not know the argument --of-our-own, with which Ratchetr starts it, so it is not supported; install a version from 1.0.0 to 1.4.0.',
  );
});

const startOfOurOwn = () => ({ args: ['--of-our-own'], env: {}, reports: {} });
const known = { stamp: 'one', version: '1.2.0' };
