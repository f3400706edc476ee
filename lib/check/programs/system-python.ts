import type { Schedule } from '../rules/scope/schedule.ts';
import type { Engine } from '#engines/contract.ts';
import type { ToolRunner } from '../needs/engine-host.ts';
import type { SystemPackages } from '../rules/repository/not-installed.ts';
import { detectPython } from '../rules/repository/python.ts';
import { planPythonSetup } from '../rules/repository/python-setup.ts';
import type { ProjectFacts } from './programs.ts';

// It begins its search in the folder where it is started, whose modules are none of ours to load.
const listPackages = `
import sys
del sys.path[:1]
import importlib.metadata, re
for one in importlib.metadata.distributions():
    print(re.sub("[-_.]+", "-", one.metadata["Name"] or "").lower())
`;

/** What the Python of the machine has, where an engine would run in it for want of any other; undefined: none would. */
export async function askSystemPython(
  { processes }: Pick<ToolRunner, 'processes'>,
  { repository, facts }: ProjectFacts,
  { entries, engines }: Pick<Schedule, 'entries'> & { readonly engines: readonly Engine[] },
): Promise<SystemPackages | undefined> {
  const isWanted = entries.some(({ engine: id, plan: { root } }) => {
    const kind = engines.find((one) => one.id === id)?.program.kind;
    const { manager, venvPath } = detectPython(facts, root);
    const inSystem = manager === 'system' && venvPath === null && facts.virtualEnv === undefined;
    return kind === 'python-module' && inSystem && planPythonSetup(facts, root).length > 0;
  });
  if (!isWanted) return undefined;
  const { exit, stdout } = await processes.ask({
    argv: ['python3', '-c', listPackages],
    cwd: repository,
    inheritEnv: ['HOME', 'PATH'],
    maxOutputBytes: 4 * 1024 * 1024,
    wallMs: 20_000,
  });
  if (exit.kind !== 'exited' || exit.code !== 0) return null;
  return new Set(new TextDecoder().decode(stdout).split('\n'));
}
