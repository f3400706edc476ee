import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantFiles } from '../../support/plant-files.ts';
import { aLine, checkJson, shEngine, yaml } from './sh-engines.ts';

const warned = {
  'eslint.config.js': "export default [{ rules: { 'no-empty': 'warn', 'no-undef': 'error' } }];\n",
  'a.js': 'if (1) {}\n',
};

async function judge(files: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const cwd = await plantFiles(files);
  await symlink(join(import.meta.dirname, '../../../node_modules'), join(cwd, 'node_modules'));
  const { code, report } = await checkJson(cwd, [
    '--mode',
    'target',
    '--engine',
    'eslint',
    ...argv,
  ]);
  return {
    code,
    counts: report.engines.map(({ counts }) => [counts.new, counts.noted]),
    statuses: report.engines.flatMap(({ findings }) => findings.map(({ status }) => status)),
  };
}

describe('warnings of a tool', () => {
  it('fail where a setting says so', async () => {
    const set = ['--set', 'engines.eslint.failOn=medium'];
    expect(await judge(warned, ...set)).toMatchObject({ code: 1 });
    const rule = ['--set', 'engines.eslint.rules."no-*"=fail'];
    expect(await judge(warned, ...rule)).toMatchObject({ code: 1 });
  });
});

describe('findings of a rule', () => {
  it('are as grave as a setting says, by the longest pattern that fits', async () => {
    const one = {
      ...shEngine(`${aLine('one')}; exit 1`),
      failOn: 'medium',
      severity: { 'r*': 'blocker', '*': 'high' },
    };
    const files = { 'ratchetr.yaml': yaml({ engines: { one } }), 'src/a.txt': 'a\n' };
    const judgeWith = async (...argv: readonly string[]) => {
      const cwd = await plantFiles(files);
      const { code, report } = await checkJson(cwd, ['--mode', 'target', ...argv]);
      return [code, ...report.engines.flatMap((all) => all.findings.map((f) => f.severity))];
    };
    expect(await judgeWith()).toEqual([1, 'blocker']);
    expect(await judgeWith('--set', 'engines.one.severity."r*"=low')).toEqual([0, 'low']);
  });

  it('fail nothing where a setting says so', async () => {
    const one = { ...shEngine(`${aLine('one')}; exit 1`), rules: { 'r*': 'note' } };
    const files = { 'ratchetr.yaml': yaml({ engines: { one } }), 'src/a.txt': 'a\n' };
    const { code, report } = await checkJson(await plantFiles(files), ['--mode', 'target']);
    expect({ code, counts: report.engines[0]?.counts }).toEqual({
      code: 0,
      counts: { new: 0, noted: 1, tolerated: 0, fixed: 0 },
    });
  });
});
