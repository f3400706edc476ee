import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Packs the product, and installs and uses it as a stranger would: it takes minutes, so it is not among the other tests. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'the package',
          include: ['test/package/*.test.ts'],
          globalSetup: ['test/package/pack.ts'],
        },
      },
      {
        extends: true,
        // The SQLite of Node, in the processes that the tests start, shares the files with the one that comes along.
        resolve: { alias: { 'node:sqlite': resolve('packaging/runtime/brought-sqlite.mjs') } },
        test: {
          name: 'the store on the SQLite that comes along',
          include: ['test/store/sqlite/**/*.test.ts'],
          // It spoils a file as soon as that is closed; this SQLite lets go of one a little later.
          exclude: ['test/store/sqlite/spoilt-file.test.ts'],
        },
      },
    ],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['test/support/own-temp.ts'],
    maxWorkers: 1,
    reporters: ['default', ['json', { outputFile: '.cache/package-report.json' }]],
  },
});
