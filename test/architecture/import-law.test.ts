import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cruiseTree } from './cruise-tree.ts';
import type { Violation } from './cruise-tree.ts';
import { importRules } from './import-rules.ts';
import { parseLaw } from './law.ts';
import { house, packages, planted } from './planted-imports.ts';
import { importing, plantTree } from './planted-tree.ts';
import type { PlantedTree } from './planted-tree.ts';
import { misplacedFiles, unreadImports } from './reading-checks.ts';
import { PRODUCT_FOLDERS, sourceFiles } from './source-files.ts';

const law = parseLaw(readFileSync('docs/architecture.md', 'utf8'));

/** Every planted import, each in a file of its own where its place is a folder. */
const sites = Object.entries(planted).flatMap(([rule, plants]) =>
  plants.flatMap(([place, ...imports], group) =>
    imports.map((text, index) => ({
      rule,
      from: /\.\w+$/.test(place)
        ? place
        : `${place}/${rule.replaceAll(/\W+/g, '-')}-${group}-${index}.ts`,
      text: text.includes(' ') ? `${text}\n` : importing(text),
    })),
  ),
);

describe('the import law on a clean planted tree', () => {
  it('allows every import and reads every file', async () => {
    const tree = plantTree(house, packages);
    onTestFinished(() => tree.remove());
    const reading = await cruiseTree(tree.root, PRODUCT_FOLDERS, law);
    expect(reading.violations).toEqual([]);
    expect(reading.files).toEqual(sourceFiles(tree.root, PRODUCT_FOLDERS));
    expect(unreadImports(tree.root, reading)).toEqual([]);
    expect(misplacedFiles(reading.files, law)).toEqual([]);
  });
});

describe('the import law on a planted tree with violations', () => {
  let tree: PlantedTree;
  let violations: readonly Violation[];

  beforeAll(async () => {
    const texts = [...Map.groupBy(sites, ({ from }) => from)].map(
      ([from, plants]) => [from, plants.map(({ text }) => text).join('')] as const,
    );
    tree = plantTree({ ...house, ...Object.fromEntries(texts) }, packages);
    ({ violations } = await cruiseTree(tree.root, PRODUCT_FOLDERS, law));
  });
  afterAll(() => tree.remove());

  it.each(importRules(law).forbidden.map(({ name }) => name))('%s', (rule) => {
    const expected = sites.filter((site) => site.rule === rule).map(({ from }) => from);
    const found = violations.filter((violation) => violation.rule === rule);
    expect(expected).not.toEqual([]);
    expect(found.map(({ from }) => from).toSorted()).toEqual(expected.toSorted());
  });

  it('has planted the rules of the page and no other', () => {
    const rules = importRules(law).forbidden.map(({ name }) => name);
    expect(new Set(Object.keys(planted))).toEqual(new Set(rules));
  });
});
