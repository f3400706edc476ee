import { join } from 'node:path';

/** Where the entry points and the lock file stand. */
export const repositoryRoot = join(import.meta.dirname, '..', '..');
