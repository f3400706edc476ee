import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { CheckoutTree, SealedEnvironment } from '#check/needs/environments.ts';
import { describeChanges } from '#check/rules/environment/seal.ts';
import type { SetupCommand } from '#check/rules/repository/setup-command.ts';
import { runSetup, type SetupOutcome } from '#check/run-setup.ts';
import type { RunId } from '#model/ids.ts';
import type { Worker } from '../worker.ts';

export interface EnvironmentToBuild {
  readonly runId: RunId;
  readonly sources: CheckoutTree;
  readonly commands: readonly SetupCommand[];
  readonly logName: string;
}

/** Runs a set-up in a folder of its own, and seals what it leaves there beside the files of the tree. */
export async function buildEnvironment(
  { host, stores, environments, signal }: Worker,
  { runId, sources, commands, logName }: EnvironmentToBuild,
): Promise<Outcome<SealedEnvironment, 'setup-failed'>> {
  const site = await environments.begin(sources);
  const told = new Set<string>();
  const tellChanged = async ({ run }: SetupCommand): Promise<string | undefined> => {
    const changed = (await site.listChanged()).filter((path) => !told.has(path));
    if (changed.length === 0) return undefined;
    for (const path of changed) told.add(path);
    const sentence = `The setup command \`${run.join(' ')}\` changed tracked files: ${describeChanges(changed)}. They are judged as they were committed.`;
    host.tell(sentence);
    return sentence;
  };
  try {
    const setup = { runId, repository: site.folder, commands, signal, own: site };
    const deps = { ...host, ...stores };
    const done: SetupOutcome = await runSetup(deps, { ...setup, logName, afterEach: tellChanged });
    if (done.kind === 'ready') return ok(await site.seal());
    await site.remove();
    return refuse('setup-failed', done.sentence);
  } catch (error) {
    await site.remove();
    throw error;
  }
}
