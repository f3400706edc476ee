import { createHash } from 'node:crypto';
import type { Transfers } from '#model/needs/artifacts.ts';
import { createFileArtifacts, type FileStore } from './artifacts.ts';
import { openGrant } from './grants.ts';

/** Carries out the grants that the file artifacts of the same root issued. */
export function createFileTransfers(store: FileStore): Transfers {
  const artifacts = createFileArtifacts(store);
  return {
    async upload(grant, body) {
      const { key, bytes } = await openGrant(store, grant, 'PUT');
      const digest = createHash('sha256').update(body).digest('hex');
      if (bytes?.sha256 === digest && bytes.sizeBytes === body.length) {
        return artifacts.put(key, body);
      }
      throw new Error(`The transfer grant for ${key.name} is for other bytes than these`);
    },
    async download(grant) {
      const { key } = await openGrant(store, grant, 'GET');
      return artifacts.get(key);
    },
  };
}
