import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantFiles } from '../../support/plant-files.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent' };
const modules = join(import.meta.dirname, '../../../node_modules');

/** Configurations that leave out the folder `made`. */
const tools: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  eslint: {
    'eslint.config.mjs':
      'export default [{ ignores: ["made/", "*.mjs"] }, { rules: { "no-debugger": "error" } }];\n',
  },
  oxlint: {
    '.oxlintrc.json': '{"ignorePatterns":["made","node_modules"],"rules":{"no-debugger":"error"}}',
  },
};

async function repository(id: string, files: Readonly<Record<string, string>>): Promise<string> {
  const root = await plantFiles({ ...tools[id], 'made/a.js': 'debugger;\n', ...files });
  await mkdir(join(root, 'node_modules'));
  await symlink(join(modules, id), join(root, 'node_modules', id));
  return root;
}

async function check(cwd: string, ...argv: readonly string[]) {
  const { code, stdout } = await runCli(
    cwd,
    ['check', '--no-cache', '--format', 'json', ...argv],
    env,
  );
  return { code, engines: JSON.parse(stdout).engines };
}

describe.each(Object.keys(tools))('a path that %s is configured to ignore', (id) => {
  it('is no failure: the result is a success with a warning', async () => {
    const cwd = await repository(id, { 'src/b.js': 'export {};\n' });
    expect(await check(cwd, 'made/a.js')).toMatchObject({
      code: 0,
      engines: [
        {
          outcome: {
            plan: { mode: 'current', scope: ['made/a.js'] },
            category: 'success',
            exit: 0,
            error: null,
            completeness: { kind: 'partial' },
            warnings: [expect.stringContaining('see whether it')],
          },
          findings: [],
        },
        { outcome: { plan: { mode: 'target' }, completeness: { kind: 'complete' } } },
      ],
    });
  });

  it('hides no finding in another', async () => {
    const cwd = await repository(id, { 'src/b.js': 'debugger;\n' });
    const found = await check(cwd, 'made/a.js', 'src/b.js', '--mode', 'current');
    expect(found).toMatchObject({ code: 1, engines: [{ findings: [{ filePath: 'src/b.js' }] }] });
  });

  it('is a failure where nothing else is left of everything', async () => {
    const { code, engines } = await check(await repository(id, {}), '--mode', 'target');
    expect(code).toBe(3);
    expect(engines).toMatchObject([{ outcome: { error: { reason: 'EMPTY_SCOPE' } } }]);
  });
});
