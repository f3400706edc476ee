import type { Override } from '#config/command-line-source.ts';
import type { Environment } from '#config/env.ts';
import { loadConfig } from '#config/load.ts';
import { settingsFile } from '#model/own-files.ts';
import { formatProblem } from '#config/problems.ts';
import { type Config, configFile } from '#config/schema.ts';
import type { Sha } from '#model/ids.ts';
import { type RatchetSettings, storedSettings } from '#model/look-facts.ts';
import type { Run } from '#model/run.ts';
import type { ForgeFiles, ForgeRepository, UnreadableFile } from './needs/forge.ts';

export interface SettingsDeps {
  readonly forge: ForgeFiles;
  /** What the operator sets for all repositories. */
  readonly env: Environment;
  readonly overrides: readonly Override[];
}

export type RepositorySettings =
  | { readonly kind: 'ok'; readonly config: Config; readonly ratchet: RatchetSettings }
  /** The file of the base branch cannot be used. */
  | { readonly kind: 'broken'; readonly problem: string };

/** The settings of a repository as its base branch has them: no pull request can change its own. */
export async function readRepositorySettings(
  { forge, env, overrides }: SettingsDeps,
  repository: ForgeRepository,
  baseSha: Sha,
): Promise<RepositorySettings> {
  const text = await forge.readFile(repository, baseSha, settingsFile);
  if (typeof text === 'object') return { kind: 'broken', problem: describeUnreadable(text) };
  const before = kept.get(env);
  if (before !== undefined && before.text === text && before.overrides === overrides) {
    return before.read;
  }
  const read = parseSettings(text, { env, overrides });
  kept.set(env, { text, overrides, read });
  return read;
}

function describeUnreadable({ unreadable }: UnreadableFile): string {
  return `${settingsFile}: ${unreadable}; write it as a plain text in UTF-8`;
}

interface CachedSettings {
  readonly overrides: readonly Override[];
  readonly text: string | undefined;
  readonly read: RepositorySettings;
}

/** The newest settings of each environment: most looks read the same text, and working it out is most of a decision. */
const kept = new WeakMap<Environment, CachedSettings>();

function parseSettings(
  text: string | undefined,
  { env, overrides }: Omit<SettingsDeps, 'forge'>,
): RepositorySettings {
  const outcome = loadConfig({
    ...(text !== undefined && { file: { name: settingsFile, text } }),
    env,
    overrides,
  });
  if (outcome.kind === 'ok') {
    return { kind: 'ok', config: outcome.config, ratchet: toRatchetSettings(outcome.config) };
  }
  const [first] = outcome.problems;
  return { kind: 'broken', problem: first === undefined ? settingsFile : formatProblem(first) };
}

/** What decisions depend on. */
export function toRatchetSettings(config: Config): RatchetSettings {
  const { retry, timeouts, policy, trust, budgets, flakes, branch, brake } = config;
  return {
    enabled: config.enabled,
    attempts: retry.fixups,
    relaunches: retry.maxRelaunches,
    staleCiMs: timeouts.staleCi,
    settleMs: timeouts.settle,
    startMs: timeouts.start,
    sessionMs: timeouts.session,
    unknownMs: timeouts.waitingForUnknown,
    runningMs: timeouts.waitingForChecks,
    drafts: policy.drafts,
    forks: policy.forks,
    trusted: trust.authors,
    pullRequestUsd: budgets.pullRequestUsd,
    rerunOnce: flakes.rerunOnce,
    updateFromBase: branch.updateFromBase,
    brake: brake.enabled ? brake.pullRequests : 0,
    brakeWindowMs: brake.window,
    checks: policy.checkHeads,
  };
}

/** The settings under which a run was begun, or the defaults where none were stored. */
export function settingsOfRun(run: Run | undefined): RatchetSettings {
  const stored = storedSettings.safeParse(run?.config['ratchet']);
  return stored.data ?? toRatchetSettings(defaultConfig());
}

/** What holds where nothing is configured. */
export function defaultConfig(): Config {
  return configFile.parse({});
}
