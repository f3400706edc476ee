import { symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { CheckReport } from '#model/check-report.ts';
import { npmPackages } from '../../support/npm-packages.ts';
import { orSkip } from '../../support/out-of-reach.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
const cache = join(import.meta.dirname, '../../../.cache');
const old = { '.eslintrc.json': '{"root":true,"rules":{"no-debugger":"error"}}' };
const flat = { 'eslint.config.js': 'module.exports = [{ rules: { "no-debugger": "error" } }];\n' };

async function check(version: string, files: Readonly<Record<string, string>>) {
  const folder = join(cache, `eslint-${version}`);
  await orSkip(npmPackages(folder, [`eslint@${version}`]));
  const cwd = await plantFiles({ 'package.json': '{"devDependencies":{"eslint":"*"}}', ...files });
  await symlink(join(folder, 'node_modules'), join(cwd, 'node_modules'));
  const { stdout } = await runCli(cwd, ['check', '--mode', 'target', '--format', 'json'], env);
  const report: CheckReport = JSON.parse(stdout);
  return { exit: report.exit, findings: report.engines.map(({ findings }) => findings.length) };
}

it.each([
  ['8.57.1', old],
  ['9.0.0', flat],
])('ESLint %s judges as its project has it judge', async (version, config) => {
  expect(await check(version, { ...config, 'a.js': '' })).toEqual({ exit: 0, findings: [0] });
  const wrong = await check(version, { ...config, 'a.js': 'debugger;\n' });
  expect(wrong).toEqual({ exit: 1, findings: [1] });
});
