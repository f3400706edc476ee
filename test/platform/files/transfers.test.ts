import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { createFileTransfers } from '#platform/files/transfers.ts';
import { bytesOf, factsOf, keyFor } from '../../contracts/artifacts.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function makeHarness() {
  const root = join(await tempFolder(), 'artifacts');
  const clock = createManualClock();
  const store = { root, clock };
  return {
    root,
    clock,
    artifacts: createFileArtifacts(store),
    transfers: createFileTransfers(store),
  };
}

describe('transfers of files', () => {
  it('refuse a grant whose content was altered', async () => {
    const { artifacts, transfers, clock } = await makeHarness();
    const body = bytesOf('one');
    await artifacts.put(keyFor('secret'), body);
    const get = await artifacts.presignGet(keyFor('a'), 1_000);
    const url = get.url.replace(/a$/, 'secret');
    const forged = [
      { ...get, url },
      { ...get, url: 'file:///etc/passwd' },
      { ...get, expiresAt: clock.now() + 10_000 },
      { ...get, headers: {} },
      { ...get, headers: { ...get.headers, 'x-ratchetr-mac': '00'.repeat(32) } },
      { ...get, headers: { ...get.headers, 'x-more': '1' } },
    ];
    for (const grant of forged) {
      await expect(transfers.download(grant)).rejects.toThrow(/not issued here, or was altered/);
    }
  });

  it('refuse an upload grant made out of a download grant, or of another size', async () => {
    const { artifacts, transfers } = await makeHarness();
    const body = bytesOf('one');
    const get = await artifacts.presignGet(keyFor('a'), 1_000);
    await expect(transfers.upload({ ...get, method: 'PUT' }, body)).rejects.toThrow(/altered/);
    const put = await artifacts.presignPut(keyFor('a'), { ...factsOf(body), sizeBytes: 4 }, 1_000);
    await expect(transfers.upload(put, body)).rejects.toThrow(/for other bytes/);
  });

  it('refuse a grant that was issued for another root', async () => {
    const [here, there] = [await makeHarness(), await makeHarness()];
    const grant = await there.artifacts.presignGet(keyFor('a'), 1_000);
    await expect(here.transfers.download(grant)).rejects.toThrow(/not issued here/);
  });

  it('are sealed with a key that only its owner can read', async () => {
    const { root, artifacts } = await makeHarness();
    await artifacts.presignGet(keyFor('a'), 1_000);
    const { mode, size } = await stat(join(root, '.grant-key'));
    expect([mode & 0o777, size]).toEqual([0o400, 32]);
  });
});
