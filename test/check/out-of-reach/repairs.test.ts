import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fix, triesOf } from '../../flow/fix/run-fix.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type HostileProject, hostileProject, ownEnvironment } from './hostile-project.ts';

const once = { maxAttempts: 1, backoff: { initial: '10ms', factor: 1, max: '10ms' } };

/** A repository with one finding that is to be repaired. */
async function planted(
  engine: string,
  agents: object,
  files: Readonly<Record<string, string>>,
): Promise<HostileProject> {
  const engines = { [engine]: { enabled: true } };
  const settings = JSON.stringify({ version: 1, engines, agents, retry: once });
  return hostileProject({ 'ratchetr.yaml': settings, ...files });
}

describe('a session', () => {
  it('judges an agent by no tool that loads what the agent wrote', async () => {
    const folder = await tempFolder();
    const [agent, written] = [join(folder, 'agent.sh'), join(folder, 'orjson.py')];
    const settings = { command: { command: ['sh', agent] } };
    const project = await planted(
      'mypy',
      { order: ['command'], settings },
      { 'mypy.ini': '[mypy]\nfiles = src\n', 'src/a.py': 'x: int = ""\n' },
    );
    const site = await ownEnvironment(project.root);
    await writeFile(join(site, 'shop.pth'), `${join(project.root, 'src')}\n`);
    const clean = 'print("Success: no issues found in 1 source file", flush=True)';
    await writeFile(written, `${project.python}import os\n${clean}\nos._exit(0)\n`);
    const change = `cp ${written} src/orjson.py && echo "# repaired" >> src/a.py`;
    await writeFile(agent, `cat >/dev/null; ${change}; echo '{"status":"done"}'\n`);
    const { report } = await fix(project.root);
    expect(triesOf(report)['mypy src/a.py']).toEqual([
      expect.stringMatching(/^command: [A-Z_ ]+$/),
    ]);
    expect(project.hasRun()).toBe(false);
  });

  it('repairs by no tool that was committed', async () => {
    const files = { 'ruff.toml': 'lint.select = ["F"]\n', 'shop/a.py': 'import os\n' };
    const project = await planted('ruff', { order: ['autofix'] }, files);
    await ownEnvironment(project.root);
    await project.write({ 'ruff.py': `${project.python}print("[]")\n` });
    project.commit('Bring a tool along');
    const { report } = await fix(project.root);
    expect(triesOf(report)).toEqual({ 'ruff shop/a.py': ['autofix: accepted'] });
    expect(project.hasRun()).toBe(false);
  });
});
