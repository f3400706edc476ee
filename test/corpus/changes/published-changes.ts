import type { ArchiveSource } from '../row.ts';
import type { PublishedChange } from './published-change.ts';

function pypi(name: string, version: string, sha256: string): ArchiveSource {
  return { from: 'pypi', package: name, version, sha256 };
}

export const publishedChanges: readonly PublishedChange[] = [];
