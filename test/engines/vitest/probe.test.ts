import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { vitest } from '#engines/vitest/engine.ts';
import { linkModules } from '../../flow/fix/shop.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { foundInShort, inShort, probedProject, runProbed } from '../probed.ts';

const [version = ''] = vitest.versions?.tested.slice(-1) ?? [];

it('is seen to call functions, to execute lines, and to refuse other values', async () => {
  const folder = await plantFiles(probedProject('esm'));
  await linkModules(folder, ['vitest']);
  const probed = await runProbed({
    engine: vitest,
    folder,
    program: [process.execPath, resolve('node_modules/vitest/vitest.mjs')],
    version,
    asked: { named: ['total.test.js > fails'], others: { 'total.test.js': null } },
  });
  expect(probed.untrusted).toEqual([]);
  expect(inShort(probed)).toEqual(foundInShort);
});
