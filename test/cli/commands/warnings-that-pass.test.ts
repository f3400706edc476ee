import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantFiles } from '../../support/plant-files.ts';
import { checkJson } from './sh-engines.ts';

const eslint = join(import.meta.dirname, '../../../node_modules/eslint/bin/eslint.js');
const planted = (files: Readonly<Record<string, string>> = {}) =>
  plantFiles({
    'ratchetr.yaml': `tools: { eslint: [${process.execPath}, ${eslint}] }\n`,
    'eslint.config.mjs':
      'export default [{ rules: { "no-debugger": "warn", "no-var": "error" } }];\n',
    'a.js': 'debugger;\n',
    ...files,
  });

async function judged(cwd: string, ...argv: readonly string[]) {
  const { report } = await checkJson(cwd, argv);
  return { exit: report.exit, counts: report.engines[0]?.counts };
}

describe('a warning', () => {
  it('fails no check where its tool lets it pass, and is told', async () => {
    expect(await judged(await planted())).toEqual({
      exit: 0,
      counts: { new: 0, noted: 1, tolerated: 0, fixed: 0 },
    });
  });

  it('counts where the project lets none pass', async () => {
    const scripts = { lint: 'eslint --max-warnings 0 .' };
    const cwd = await planted({ 'package.json': JSON.stringify({ scripts }) });
    expect(await judged(cwd)).toMatchObject({ exit: 1, counts: { new: 1 } });
  });

  it('counts where the project starts its tool so in a way of its own', async () => {
    const scripts = { lint: 'oxlint --deny-warnings' };
    const files = {
      '.oxlintrc.json': '{"ignorePatterns":["node_modules"]}',
      'a.js': 'debugger;\n',
    };
    const cwd = await plantFiles(files);
    await symlink(join(import.meta.dirname, '../../../node_modules'), join(cwd, 'node_modules'));
    expect((await judged(cwd, '--engine', 'oxlint')).exit).toBe(0);
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ scripts }));
    expect((await judged(cwd, '--engine', 'oxlint')).exit).toBe(1);
  });

  it('is told apart beside an error', async () => {
    expect(await judged(await planted({ 'b.js': 'var x = 1;\n' }))).toMatchObject({
      exit: 1,
      counts: { new: 1, noted: 1 },
    });
  });
});
