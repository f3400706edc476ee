import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const modules = join(import.meta.dirname, '../../../node_modules');

/** A TypeScript repository with one error, in src/a.ts. */
async function repository(): Promise<string> {
  const root = await tempFolder();
  await mkdir(join(root, 'src'));
  await mkdir(join(root, 'node_modules'));
  await symlink(join(modules, 'typescript'), join(root, 'node_modules/typescript'));
  await writeFile(
    join(root, 'tsconfig.json'),
    '{"compilerOptions":{"strict":true},"include":["src"]}',
  );
  await writeFile(join(root, 'src/a.ts'), 'export const x: number = "a";\n');
  await writeFile(join(root, 'src/b.ts'), 'export const y = 1;\n');
  return root;
}

async function currentOf(path: string) {
  const argv = ['check', path, '--engine', 'tsc', '--mode', 'current', '--format', 'json'];
  const { code, stdout } = await runCli(await repository(), argv, env);
  return { code, ...JSON.parse(stdout) };
}

describe('a check of some paths by an engine that judges the whole program', () => {
  it('shows the findings there, from a run on everything', async () => {
    const { code, engines: checked } = await currentOf('src/a.ts');
    expect(code).toBe(1);
    expect(checked).toMatchObject([
      {
        outcome: { origin: 'derived', category: 'diagnostic', plan: { scope: ['src/a.ts'] } },
        findings: [{ filePath: 'src/a.ts', symbol: 'TS2322', line: 1 }],
      },
    ]);
  });

  it('is a success where all findings lie elsewhere', async () => {
    const { code, engines: checked, has_failures: failures } = await currentOf('src/b.ts');
    expect({ code, failures }).toEqual({ code: 0, failures: false });
    expect(checked).toMatchObject([
      { outcome: { category: 'success', exit: 0, rawExit: 1, findings: 0 }, findings: [] },
    ]);
  });
});
