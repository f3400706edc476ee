import { type Outcome, refuse } from '#base/outcome.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import { loadConfig } from '#config/load.ts';
import { formatProblem } from '#config/problems.ts';
import { planSetup } from '#check/rules/repository/setup.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import {
  type CheckToPrepare,
  prepareCheck,
  type PreparedCheck,
} from '#check/prepare/prepare-check.ts';
import { runSetup } from '#check/run-setup.ts';
import { settingsFile } from '#model/own-files.ts';
import type { Worker } from './worker.ts';

export interface WorkToPrepare {
  readonly runId: RunId;
  readonly kind: 'check' | 'fixup';
  /** The checkout. */
  readonly repository: string;
  readonly mergeBase: Sha;
}

/** Plans what the engines do, and installs what they need for it. */
export async function prepareWork(
  { host, stores, env, signal }: Worker,
  { runId, kind, repository, mergeBase }: WorkToPrepare,
): Promise<Outcome<PreparedCheck>> {
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
  const wanted: CheckToPrepare = { repository, settings, ofBase: true };
  const before = await prepareAndWarn(host, wanted);
  if (before.kind === 'refused') return before;
  const { facts, schedule } = before.value;
  const roots = schedule.entries.map(({ plan }) => plan.root);
  const commands = planSetup(facts, { roots, configured: config.setup });
  if (commands.length === 0) return before;
  const done = await runSetup({ ...host, ...stores }, { runId, repository, commands, signal });
  if (done.kind === 'failed') return refuse('setup-failed', done.sentence);
  // The first preparation could not see what was installed.
  return prepareAndWarn(host, wanted);
}

async function prepareAndWarn(
  host: EngineHost,
  wanted: CheckToPrepare,
): Promise<Outcome<PreparedCheck, 'not-configured'>> {
  const prepared = await prepareCheck(host, wanted);
  if (prepared.kind === 'refused') return refuseSettings([prepared.sentence]);
  for (const warning of prepared.value.warnings) host.tell(warning);
  return prepared;
}

function refuseSettings(problems: readonly string[]): Outcome<never, 'not-configured'> {
  const all = shortened(oneLine(problems.join('\n')).trim(), mostSaid);
  return refuse('not-configured', `The check cannot be configured: ${all}`);
}

const mostSaid = 1_000;
