import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent' };

async function tryRuff(settings: string) {
  const cwd = await tempFolder();
  await linkEnvironment(cwd);
  await writeFile(join(cwd, 'ruff.toml'), '');
  await writeFile(join(cwd, 'a.py'), 'import os\nimport sys\n');
  await writeFile(join(cwd, 'ratchetr.yaml'), settings);
  return runCli(cwd, ['engines', '--try', 'ruff'], env);
}

describe('ratchetr engines --try', () => {
  it('says how a tool is started here and what was understood of it', async () => {
    const { code, stdout } = await tryRuff('version: 1\n');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}command: \S+\/python -m ruff check /m);
    expect(stdout).toMatch(/^ {2}folder: \//m);
    expect(stdout).toMatch(/^ {2}variables: LANG .* of yours; set: CI=1 .*HOME=/m);
    expect(stdout).toMatch(/^ {2}version: \d+\.\d+\.\d+, within what is tested: /m);
    expect(stdout).toMatch(/^ {2}ended: exit code 0; diagnostic, complete$/m);
    expect(stdout).toMatch(/^ {2}judged by: It ended with exit code 0 and reported findings\.$/m);
    expect(stdout).toMatch(/^ {2}report: valid; findings: 2\n.*\/a\.py:1 F401: /m);
    expect(stdout).toContain('engines.ruff.exitCodes: {success: [0]}');
  });

  it('shows what settings make of the same run', async () => {
    const { code, stdout } = await tryRuff(
      'engines: { ruff: { exitCodes: { toolFailure: [0] } } }\n',
    );
    expect(code).toBe(3);
    expect(stdout).toMatch(/^ {2}ended: exit code 0; CRASHED, none$/m);
    expect(stdout).toMatch(/^ {2}judged by: The settings call exit code 0 a failure of the tool/m);
  });

  it('says which version is wanted where the one that is there is too old', async () => {
    const { code, stdout } = await tryRuff('engines: { ruff: { versions: { first: "99.1" } } }\n');
    expect(code).toBe(3);
    expect(stdout).toMatch(/^ {2}ended: spawn-failed; TOOL_TOO_OLD, none$/m);
    expect(stdout).toContain('99.1 is the first version that works here.');
  });

  it('ends with 2 where the path or the engine does not exist', async () => {
    const cwd = await tempFolder();
    const nowhere = await runCli(cwd, ['engines', '--try', 'ruff', 'nothing-here'], env);
    expect(nowhere.code).toBe(2);
    const unknown = await runCli(cwd, ['engines', '--try', 'rufff'], env);
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.stdout).toContain('there is no engine "rufff"');
  });
});
