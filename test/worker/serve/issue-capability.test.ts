import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { issueCapability } from '#worker/serve/issue-capability.ts';
import { openStores } from '../../store/sqlite/stores.ts';
import { capabilityOf, setUpBroker, workspaceOf } from '../../support/broker.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { runId, t0 } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const own = runId('run-1');
const launch = { runId: own, workspaceId: workspaceOf(own), number: 1 };

async function setUp() {
  const folder = await tempFolder();
  const stores = await openStores(join(folder, 'state.db'));
  const clock = createManualClock(t0);
  const artifacts = createFileArtifacts({ root: folder });
  const broker = await setUpBroker({ ...stores, artifacts, clock });
  await broker.plant(own, 'launching');
  return { ...broker, clock };
}

describe('the capability of a launch', () => {
  it('is what the broker takes, and the same however often it is asked for', async () => {
    const { deps, clock } = await setUp();
    const first = await issueCapability(deps, launch);
    clock.advance(5_000);
    expect(await issueCapability(deps, launch)).toBe(first);
    expect(first).toBe(capabilityOf(own));
    expect(await issueCapability(deps, { ...launch, number: 2 })).not.toBe(first);
  });

  it('is not made for a run that nobody works on', async () => {
    const { deps } = await setUp();
    const refused = /run-2 is not at work on workspace.of:run-1/;
    const other = { ...launch, runId: runId('run-2') };
    await expect(issueCapability(deps, other)).rejects.toThrow(refused);
  });

  it('is not made without a key that is worth the name', async () => {
    const { deps } = await setUp();
    for (const key of [undefined, '', 'short']) {
      const secrets = { read: async () => key };
      await expect(issueCapability({ ...deps, secrets }, launch)).rejects.toThrow(
        /no key of at least 32 characters/,
      );
    }
  });
});
