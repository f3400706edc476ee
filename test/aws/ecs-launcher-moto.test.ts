import { DescribeTasksCommand } from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import { makeCluster, testEcsClient } from '../support/moto-cluster.ts';
import { sharedMoto, withClusters } from '../support/moto.ts';
import { fixup, launcherOn } from './ecs-launching.ts';

describe('workers on the ECS of moto', () => {
  const moto = sharedMoto(withClusters);

  async function ground() {
    const { endpoint } = await moto();
    const direct = testEcsClient(endpoint);
    const cluster = await makeCluster(endpoint);
    return { direct, cluster, launcher: launcherOn(direct, cluster) };
  }

  it('are launched, found alive, stopped and found stopped', async () => {
    const { launcher } = await ground();
    const launched = await launcher.launch(fixup);
    const taskRef = launched.kind === 'launched' ? launched.taskRef : '';
    expect(taskRef).toMatch(/^arn:aws:ecs:us-east-1:\d+:task\//);
    expect(await launcher.describe([taskRef])).toEqual(new Map([[taskRef, { kind: 'alive' }]]));
    await launcher.stop(taskRef, 'Its session is over.');
    await launcher.stop(taskRef, 'Its session is over.');
    const stopped = { kind: 'stopped', reason: 'Its session is over.', exitCode: 0 };
    expect(await launcher.describe([taskRef])).toEqual(new Map([[taskRef, stopped]]));
  });

  it('are told three things, and the gateway alone what it is believed by', async () => {
    const { direct, cluster, launcher } = await ground();
    for (const kind of ['check', 'fixup'] as const) {
      const launched = await launcher.launch({ ...fixup, kind });
      const taskRef = launched.kind === 'launched' ? launched.taskRef : '';
      const { tasks = [] } = await direct.send(
        new DescribeTasksCommand({ cluster: cluster.cluster, tasks: [taskRef] }),
      );
      const environment = [
        { name: 'RATCHETR_CAPABILITY', value: 'v1.capability.of.run-1.1' },
        { name: 'RATCHETR_WORKSPACE', value: 'github.com:7:12' },
        { name: 'RATCHETR_RUN', value: 'run-1' },
      ];
      const credential = { name: 'RATCHETR_GATEWAY_CREDENTIAL', value: 'credential.of.run-1' };
      const worker = { name: 'worker', environment };
      const gateway = { name: 'gateway', environment: [...environment, credential] };
      expect(tasks).toMatchObject([
        {
          startedBy: 'run-1',
          group: `family:${cluster.families[kind]}`,
          overrides: { containerOverrides: kind === 'check' ? [worker] : [worker, gateway] },
        },
      ]);
    }
  });

  it('that it does not know are unknown', async () => {
    const { launcher } = await ground();
    const launched = await launcher.launch(fixup);
    const taskRef = launched.kind === 'launched' ? launched.taskRef : '';
    const other = `${taskRef.slice(0, taskRef.lastIndexOf('/'))}/00000000-0000-0000-0000-000000000000`;
    expect(await launcher.describe([other, taskRef, other])).toEqual(
      new Map([
        [other, { kind: 'unknown' }],
        [taskRef, { kind: 'alive' }],
      ]),
    );
    expect(await launcher.describe([])).toEqual(new Map());
  });
});
