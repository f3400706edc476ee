import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fix, triesOf } from './run-fix.ts';
import { exceptFor, plantWords } from './words.ts';

it('an attempt that changes what a person has installed is refused by name', async () => {
  const tamper = [
    process.execPath,
    '-e',
    'require("node:fs").writeFileSync("node_modules/left/index.js", "evil");',
  ];
  const repository = await plantWords({
    agent: exceptFor({ 'src/b.txt': tamper }),
    files: { '.gitignore': 'node_modules\n', 'package.json': '{}', 'src/b.txt': 'BAD five\n' },
  });
  await repository.write({ 'node_modules/left/index.js': 'module.exports = 1;\n' });
  const { report } = await fix(repository.root, ['--branch', 'fixes']);
  expect(Object.values(triesOf(report))).toEqual([['command: ENVIRONMENT_CHANGED']]);
  const said = JSON.stringify(report);
  expect(said).toContain(`${join(repository.root, 'node_modules/left/index.js')} (changed)`);
});
