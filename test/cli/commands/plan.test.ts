import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines } from '#engines/registry.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';

describe('ratchetr plan', () => {
  it('says what would run, on what and why, and runs nothing', async () => {
    const cwd = await tempFolder();
    await writeFile(join(cwd, 'ruff.toml'), '');
    await writeFile(join(cwd, 'ratchetr.yaml'), 'tools: { ruff: [./would-be-missing] }\n');
    await mkdir(join(cwd, 'src'));
    const { code, stdout, stderr } = await runCli(cwd, ['plan', 'src']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ruff: run current on src \(.+\); run target on \. \(.+\); config/m);
  });

  it('ends with 2 when an engine cannot be planned', async () => {
    const cwd = await tempFolder();
    await writeFile(join(cwd, 'ruff.toml'), '');
    const { code, stdout } = await runCli(cwd, ['plan', '/elsewhere']);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^ruff: .*left out, OUTSIDE_ROOT: /m);
  });
});

describe('ratchetr engines', () => {
  it('lists every engine of the registry once', async () => {
    const { code, stdout } = await runCli('/', ['engines']);
    expect(code).toBe(0);
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(ids).toEqual(engines.map(({ id }) => id));
  });
});
