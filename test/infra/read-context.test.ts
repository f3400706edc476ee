import { describe, expect, it } from 'vitest';
import { readContext } from '../../lib/infra/read-context.ts';

describe('the context of the stack', () => {
  it('may be empty, and may hold what the tools put there', () => {
    const tools = { '@aws-cdk/core:x': true, 'aws:cdk:y': [], 'acknowledged-issue-numbers': [1] };
    expect(readContext(tools)).toEqual(readContext({}));
    expect(readContext({}).stage).toBeUndefined();
  });

  it('is read as it is typed', () => {
    const typed = {
      stage: 'trial',
      ephemeral: 'true',
      private: 'false',
      vpcId: 'vpc-0a',
      subnetIds: 'subnet-0a, subnet-0b',
      egressPorts: '22,443',
      mostWorkers: '4',
      spot: 'true',
      engineCpu: '2048',
      agentMemory: '16384',
      workerDisk: '50',
      githubApiUrl: 'https://github.example.com/api/v3',
      settings: '{"RATCHETR_RATCHET_ENABLED":"true"}',
      logLevel: 'debug',
      logDays: '14',
      alarmEmail: 'team@example.com',
      alarmDailyUsd: '20',
      baseImage: 'debian:13',
      chromium: 'true',
    };
    expect(readContext(typed)).toEqual({
      stage: 'trial',
      ephemeral: true,
      network: {
        private: false,
        given: { vpcId: 'vpc-0a', subnetIds: ['subnet-0a', 'subnet-0b'] },
        egressPorts: [22, 443],
      },
      workers: {
        most: 4,
        spot: true,
        engine: { cpu: 2048, memory: undefined },
        agent: { cpu: undefined, memory: 16_384 },
        disk: 50,
      },
      githubApiUrl: 'https://github.example.com/api/v3',
      settings: { RATCHETR_RATCHET_ENABLED: 'true' },
      logLevel: 'debug',
      logDays: 14,
      alarmEmail: 'team@example.com',
      alarmDailyUsd: 20,
      baseImage: 'debian:13',
      chromium: true,
    });
  });

  it('is read as JSON says it', () => {
    const props = readContext({
      ephemeral: true,
      mostWorkers: 4,
      subnetIds: ['subnet-0a'],
      vpcId: 'vpc-0a',
      settings: {
        RATCHETR_LIMITS_MAX_FILES_CHANGED: 20,
        RATCHETR_AGENTS_ORDER: ['codex', 'autofix'],
      },
    });
    expect(props).toMatchObject({
      ephemeral: true,
      workers: { most: 4 },
      network: { given: { subnetIds: ['subnet-0a'] } },
      settings: {
        RATCHETR_LIMITS_MAX_FILES_CHANGED: '20',
        RATCHETR_AGENTS_ORDER: '["codex","autofix"]',
      },
    });
  });

  it.each<[Readonly<Record<string, unknown>>, string]>([
    [{ stge: 'x' }, 'stge is unknown.'],
    [{ stage: 'Über' }, 'stage is "Über": it must be up to 20 of a-z'],
    [{ ephemeral: 'yes' }, 'ephemeral is "yes": it must be true or false.'],
    [{ mostWorkers: '0' }, 'mostWorkers is "0": it must be a whole number from 1 to 1000.'],
    [{ mostWorkers: '' }, 'mostWorkers is ""'],
    [{ vpcId: 'vpc-0a' }, 'vpcId and subnetIds go together'],
    [{ egressPorts: '443,x' }, 'egressPorts is "443,x"'],
    [{ logDays: '15' }, 'logDays is 15: CloudWatch knows only 1, 3, 5, 7, 14'],
    [{ logLevel: 'loud' }, 'it must be one of debug, info, warn, error.'],
    [{ settings: '{' }, 'settings is "{": it must be an object'],
    [{ settings: ['RATCHETR_X'] }, 'it must be an object'],
    [{ settings: { PATH: '/' } }, 'it must be an object of names that begin with RATCHETR_'],
    [{ settings: { RATCHETR_TABLE: 'x' } }, 'settings has RATCHETR_TABLE: the stack sets it'],
    [{ settings: { RATCHETR_X: 'x'.repeat(2_000) } }, 'settings has 2010 characters'],
    [{ githubApiUrl: 'http://github.example.com' }, 'a URL that begins with https'],
    [{ alarmEmail: 'team' }, 'alarmEmail is "team"'],
  ])('is refused: %j', (context, message) => {
    expect(() => readContext(context)).toThrow(message);
  });

  it('is refused with all that is wrong at once, and what is known', () => {
    expect(() => readContext({ stge: 'x', spot: 'maybe' })).toThrow(
      /wrong:\n {2}spot is "maybe".*\n {2}stge is unknown\.\n {2}Known are stage, /,
    );
  });
});
