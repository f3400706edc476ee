import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import { loadConfig } from '#config/load.ts';
import { formatProblem } from '#config/problems.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import { settingsFile } from '#model/own-files.ts';
import { installWork, type WorkToInstall } from './environment/install-work.ts';
import { planInstall } from './environment/plan-install.ts';
import type { RunEnvironment } from './environment/run-environment.ts';
import type { Worker } from './worker.ts';

export interface WorkToPrepare extends Omit<WorkToInstall, 'nextLog' | 'settings' | 'used'> {
  readonly kind: 'check' | 'fixup';
}

export interface PreparedWork {
  readonly prepared: PreparedCheck;
  /** The merge base with what it installs itself; absent: it installs the same. */
  readonly ofBase?: PreparedCheck | undefined;
  /** Ends the use of what was installed. */
  readonly release: () => Promise<void>;
}

/** Plans what the engines do, and installs what they need for it. */
export async function prepareWork(
  worker: Worker,
  work: WorkToPrepare,
): Promise<Outcome<PreparedWork>> {
  const { kind, repository, mergeBase } = work;
  const { host, env, environments } = worker;
  // The settings of the head are part of what is judged, so those of the merge base count.
  const text = (await host.history.readFile(repository, mergeBase, settingsFile)) ?? 'version: 1\n';
  const loaded = loadConfig({ file: { name: settingsFile, text }, env, overrides: [] });
  if (loaded.kind === 'invalid') return refuseSettings(loaded.problems.map(formatProblem));
  const { config } = loaded;
  const check = { ...config.check, base: mergeBase };
  const settings = {
    ...loaded,
    config: { ...config, check: kind === 'check' ? check : { ...check, mode: 'target' as const } },
  };
  const planned = await planInstall(host, { repository, settings, ofBase: true });
  if (planned.kind === 'refused') return refuseSettings([planned.sentence]);
  const used: RunEnvironment[] = [];
  const release = async (): Promise<void> => {
    for (const one of used) await one.release();
    if (used.length === 0) return;
    await environments.prune(config.workers.maxEnvironmentMegabytes * 1024 * 1024);
  };
  let logs = 0;
  const nextLog = (): string => {
    logs += 1;
    return logs === 1 ? 'setup.log' : `setup-${logs}.log`;
  };
  try {
    const wanted = { ...work, settings, used, nextLog };
    const installed = await installWork(worker, wanted, planned.value);
    if (installed.kind === 'ok') return ok({ ...installed.value, release });
    await release();
    return installed;
  } catch (error) {
    await release();
    throw error;
  }
}

function refuseSettings(problems: readonly string[]): Outcome<never, 'not-configured'> {
  const all = shortened(oneLine(problems.join('\n')).trim(), mostSaid);
  return refuse('not-configured', `The check cannot be configured: ${all}`);
}

const mostSaid = 1_000;
