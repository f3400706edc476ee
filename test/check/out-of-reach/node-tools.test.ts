import { mkdir, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../cli/commands/run-cli.ts';
import {
  checkAll,
  executable,
  hostileProject,
  linkPackages,
  ownEnvironment,
} from './hostile-project.ts';

const manifest = (own: object): string => JSON.stringify({ name: 'shop', private: true, ...own });

const files = {
  '.oxlintrc.json': '{"rules":{"no-debugger":"error"}}',
  'a.js': 'debugger;\n',
  'tsconfig.json': '{"files":["c.ts"]}',
  'c.ts': 'export const x: number = "";\n',
};
const found = {
  oxlint: [expect.stringContaining('no-debugger')],
  tsc: ['TS2322'],
};
const asked = ['--engine', 'oxlint', '--engine', 'tsc'];

async function planted(own: Readonly<Record<string, string>> = {}) {
  const dependencies = { oxlint: '*', typescript: '*' };
  const project = await hostileProject({
    ...files,
    'package.json': manifest({ devDependencies: dependencies }),
    ...own,
  });
  await linkPackages(project.root);
  return project;
}

describe('tools of Node that execute nothing of a repository', () => {
  it('see no NODE_OPTIONS, NODE_PATH or options of .npmrc', async () => {
    const project = await planted({ '.npmrc': 'node-options=--require ./evil.cjs\n' });
    await project.write({ 'evil.cjs': project.node });
    project.commit('Add a module');
    const env = { NODE_OPTIONS: '--require ./evil.cjs', NODE_PATH: project.root };
    expect((await checkAll(project.root, env, asked)).rules).toEqual(found);
    expect(project.hasRun()).toBe(false);
  });

  it('are not those that git tracks nearer to the code', async () => {
    const project = await planted({ 'package.json': manifest({ workspaces: ['web'] }) });
    await project.write({
      'web/package.json': manifest({ devDependencies: { typescript: '*' } }),
      'web/tsconfig.json': '{"files":["c.ts"]}',
      'web/c.ts': files['c.ts'],
      'web/node_modules/typescript/package.json': '{"name":"typescript","bin":{"tsc":"x.js"}}',
      'web/node_modules/typescript/x.js': project.node,
    });
    project.git('add', '-A', '-f', 'web/node_modules');
    project.commit('Bring a tool along');
    const { report } = await checkAll(project.root, {}, ['--engine', 'tsc']);
    const codes = report.engines.map(({ outcome, findings }) => [
      outcome.plan.root,
      findings.map(({ symbol }) => symbol),
    ]);
    expect(Object.fromEntries(codes)).toEqual({ '.': ['TS2322'], web: ['TS2322'] });
    expect(project.hasRun()).toBe(false);
  });
});

describe('an environment that git tracks', () => {
  it('is a part of the repository and holds no tools', async () => {
    const project = await hostileProject({
      '.gitignore': 'node_modules\n',
      'pyproject.toml': '[tool.ruff.lint]\nselect = ["F"]\n',
      'a.py': 'import os\n',
    });
    await project.write({ 'venv/pyvenv.cfg': 'home = /usr/bin\n' });
    await executable(join(project.root, 'venv/bin/python'), project.shell);
    project.commit('Bring an environment along');
    await checkAll(project.root, {}, ['--engine', 'ruff']);
    expect(project.hasRun()).toBe(false);
  });

  it('is none where a link leads to it', async () => {
    const project = await hostileProject({
      '.gitignore': 'node_modules\n',
      'pyproject.toml': '[tool.ruff.lint]\nselect = ["F"]\n',
      'a.py': 'import os\n',
    });
    await executable(join(project.folder, 'venv/bin/python'), project.shell);
    await executable(join(project.folder, 'venv/pyvenv.cfg'), 'home = /usr/bin\n');
    await symlink(join(project.folder, 'venv'), join(project.root, '.venv'));
    project.commit('Lead to an environment');
    await checkAll(project.root, {}, ['--engine', 'ruff']);
    expect(project.hasRun()).toBe(false);
  });
});

describe('a toolchain of the operator', () => {
  it('judges in place of what the repository installs, and is told', async () => {
    const project = await planted();
    await project.write({
      'tools/oxlint/package.json': '{"name":"oxlint","version":"1.89.0","bin":{"oxlint":"x.cjs"}}',
      'tools/oxlint/x.cjs': `${project.node}console.log("Version: 1.89.0")`,
      'package.json': manifest({ devDependencies: { oxlint: 'file:tools/oxlint' } }),
    });
    await symlinkTool(project.root);
    project.commit('Bring a linter along');
    const only = ['--engine', 'oxlint'];
    const own = await checkAll(project.root, {}, only);
    expect(own.rules['oxlint']).not.toContainEqual(expect.stringContaining('no-debugger'));
    expect(project.hasRun()).toBe(true);
    const pinned = await checkAll(project.root, { RATCHETR_TOOLCHAIN: resolve('.') }, only);
    expect(pinned.rules['oxlint']).toContainEqual(expect.stringContaining('no-debugger'));
    expect(pinned.report.engines.map(({ outcome }) => outcome.pinned)).toEqual([true]);
  });

  it('brings tools of Python, which see the packages of the project', async () => {
    const project = await hostileProject({
      '.pylintrc': '[MAIN]\ndisable=all\nenable=unused-import,import-error\n',
      'a.py': 'import os\nimport ours\nimport not_there\nprint(ours)\n',
    });
    const toolchain = join(project.folder, 'tools');
    await ownEnvironment(toolchain);
    const site = await ownEnvironment(project.root);
    await executable(join(site, 'ours.py'), 'x = 1\n');
    await executable(join(site, 'pylint.py'), project.python);
    const env = { RATCHETR_TOOLCHAIN: toolchain };
    const { rules, report } = await checkAll(project.root, env, ['--engine', 'pylint']);
    expect(rules).toEqual({ pylint: ['import-error', 'unused-import', 'unused-import'] });
    expect(report.engines.map(({ outcome }) => outcome.pinned)).toEqual([true]);
    expect(project.hasRun()).toBe(false);
  });

  it('ends the check where it is not there', async () => {
    const project = await planted();
    const env = { PATH: '/usr/bin:/bin', RATCHETR_TOOLCHAIN: '/not/there' };
    const { code, stderr } = await runCli(project.root, ['check', ...asked], env);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('RATCHETR_TOOLCHAIN is "/not/there", which is no folder'),
    });
  });
});

/** As a package manager installs what a path names. */
async function symlinkTool(root: string): Promise<void> {
  await rm(join(root, 'node_modules'));
  await mkdir(join(root, 'node_modules'));
  await symlink(join(root, 'tools/oxlint'), join(root, 'node_modules/oxlint'));
}
