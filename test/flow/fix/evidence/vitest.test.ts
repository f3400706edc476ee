import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitRepository } from '../../../support/git-repository.ts';
import { fix } from '../run-fix.ts';
import { linkModules } from '../shop.ts';
import { vitestCheats, vitestCorrected, vitestTest } from './vitest-cheats.ts';

const writer = join(import.meta.dirname, '../../../fixtures/programs/write-files.mjs');
const right = 'export const total = (items) => items.reduce((sum, one) => sum + one, 0);\n';
const wrong = 'export const total = (items) => items.reduce((sum, one) => sum + one, SEVEN);\n';

interface VitestCase {
  readonly source: string;
  readonly test: string;
  readonly make: Readonly<Record<string, string>>;
}

const cases: Readonly<Record<string, VitestCase>> = {
  ...Object.fromEntries(
    Object.entries({ ...vitestCheats, corrected: vitestCorrected }).map(([name, changed]) => [
      name,
      { source: right, test: vitestTest, make: { [`src/${name}.test.js`]: changed } },
    ]),
  ),
  repaired: { source: wrong, test: vitestCorrected, make: { 'src/repaired.js': right } },
};

async function planted() {
  const named = (name: string, text: string): string => {
    const number = 1000 + Object.keys(cases).indexOf(name);
    return text.replaceAll('NAME', name).replaceAll('SEVEN', `${number}`);
  };
  const work = Object.entries(cases).map(([name, { make }]) => [
    `src/${name}.test.js`,
    Object.fromEntries(Object.entries(make).map(([path, text]) => [path, named(name, text)])),
  ]);
  const agent = [process.execPath, writer, JSON.stringify(Object.fromEntries(work))];
  const files = Object.entries(cases).flatMap(([name, { source, test }]) => [
    [`src/${name}.js`, named(name, source)],
    [`src/${name}.test.js`, named(name, test)],
  ]);
  const repository = await gitRepository({
    'package.json': '{"type": "module", "scripts": {"test": "vitest run"}}\n',
    'vitest.config.js': 'export default {};\n',
    '.gitignore': 'node_modules\n',
    'ratchetr.yaml': JSON.stringify({
      version: 1,
      agents: { order: ['command'], settings: { command: { command: agent } } },
      retry: { maxAttempts: 1 },
    }),
    ...Object.fromEntries(files),
  });
  await linkModules(repository.root);
  return repository;
}

it('what passes only because a test demands something else is refused, or said to be so', async () => {
  const { root } = await planted();
  const { report } = await fix(root, ['--branch', 'fixes', '--engine', 'vitest']);
  const told = report.tasks.map(({ files, attempts: [attempt] }) => [
    files[0]?.replace(/^src\/|\.test\.js$/g, ''),
    attempt?.verdict?.kind === 'rejected' ? 'refused' : attempt?.evidence?.verdict,
  ]);
  const all = Object.fromEntries(told);
  expect(all).toMatchObject({ corrected: 'expectation_changed' });
  expect(all['repaired'] ?? 'source_repaired').toBe('source_repaired');
  const cheats = Object.keys(vitestCheats).map((name) => all[name]);
  expect(cheats.filter((one) => one !== 'refused' && one !== 'expectation_changed')).toEqual([]);
  const { expectations = [] } = report.summary ?? {};
  expect(expectations).toContainEqual(
    expect.objectContaining({
      test: 'src/corrected.test.js > adds up',
      before: expect.stringContaining('toBe(10'),
      after: expect.stringContaining('toBe(3)'),
    }),
  );
});
