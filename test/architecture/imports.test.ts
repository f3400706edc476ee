import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { cruiseTree } from './cruise-tree.ts';
import type { Reading } from './cruise-tree.ts';
import { parseLaw } from './law.ts';
import { misplacedFiles, unreadImports } from './reading-checks.ts';
import { PRODUCT_FOLDERS, sourceFiles } from './source-files.ts';

const law = parseLaw(readFileSync('docs/architecture.md', 'utf8'));

describe('the import law in the product', () => {
  let reading: Reading;

  beforeAll(async () => {
    reading = await cruiseTree('.', PRODUCT_FOLDERS, law);
  });

  it('reads every source file and every import in it', () => {
    expect(reading.files.length).toBeGreaterThan(0);
    expect(reading.files).toEqual(sourceFiles('.', PRODUCT_FOLDERS));
    expect(unreadImports('.', reading)).toEqual([]);
  });

  it('follows imports by # to files', () => {
    const aliased = reading.edges.filter(({ specifier }) => specifier.startsWith('#'));
    expect(aliased.length).toBeGreaterThan(0);
    expect(aliased.filter(({ to }) => !existsSync(to))).toEqual([]);
  });

  it('holds', () => {
    expect(reading.violations.map(({ from, to, rule }) => `${from} -> ${to} (${rule})`)).toEqual(
      [],
    );
  });

  it('has a row for every file and no folder named after a kind', () => {
    expect(misplacedFiles(reading.files, law)).toEqual([]);
  });
});
