import { resolve } from 'node:path';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { formatOrigin } from '#config/layers.ts';
import { formatPath } from '#config/paths.ts';
import type { LoadedConfig } from '#config/load.ts';
import { canonicalPath } from '../rules/scope/canonical-paths.ts';
import { liesIn } from '../rules/scope/filter-findings.ts';
import { listGoneFiles } from './changed-files.ts';
import type { Folders } from '../needs/folders.ts';
import type { CheckoutReader } from '../needs/engine-host.ts';

export interface WantedPaths {
  /** Absolute path. */
  readonly repository: string;
  /** As they were given on the command line. */
  readonly given: readonly string[];
  readonly settings: LoadedConfig;
  /** What was given is to be judged only as far as it changed. */
  readonly onlyChanged: boolean;
}

/**
 * Refuses paths at which there is nothing: with a typing error, most tools would judge nothing and call that clean. What
 * the change took away was named rightly.
 */
export async function refuseAbsentPaths(
  { history, folders }: CheckoutReader,
  { repository, given, settings, onlyChanged }: WantedPaths,
): Promise<Outcome<undefined, 'absent-path'>> {
  const noFolders = await listNoFolders(folders, repository, settings);
  if (noFolders !== undefined) return refuse('absent-path', noFolders);
  const isAbsent = (path: string): boolean => !folders.exists(resolve(repository, path));
  const named = [{ where: undefined, paths: given }, ...listPathSettings(settings)];
  const absent = named.flatMap(({ where, paths }) =>
    paths.filter(isAbsent).map((path) => ({ where, path })),
  );
  if (absent.length === 0) return ok(undefined);
  const gone = await listGoneFiles(history, repository, settings.config.check.base);
  const wrong = absent.filter(({ where, path }) => {
    const inside = canonicalPath(path, { root: repository });
    // What lies outside is refused by its own name.
    if (inside === null) return false;
    const mayBeGone = where !== undefined || onlyChanged;
    return !mayBeGone || !gone.some((one) => liesIn([inside], one));
  });
  if (wrong.length === 0) return ok(undefined);
  const sentences = [...Map.groupBy(wrong, (one) => one.where)].map(([where, ones]) => {
    const names = ones.map(({ path }) => JSON.stringify(path)).join(', ');
    return where === undefined
      ? sayAbsentOnCommandLine(names, repository)
      : sayAbsentInSetting(where, names);
  });
  return refuse('absent-path', sentences.join('\n'));
}

/** What `projects` names and is no folder, in a sentence. */
async function listNoFolders(
  folders: Folders,
  repository: string,
  { config: { projects }, origins }: LoadedConfig,
): Promise<string | undefined> {
  const origin = origins.get('projects');
  const there = await Promise.all(
    projects.map((path) => folders.isFolder(resolve(repository, path))),
  );
  const wrong = projects.filter((_, at) => there[at] === false);
  if (wrong.length === 0 || origin === undefined) return undefined;
  const names = wrong.map((path) => JSON.stringify(path)).join(', ');
  return `${formatOrigin(origin)}: projects names ${names}, which is no folder; correct or remove it. Paths are relative to the repository.`;
}

function sayAbsentOnCommandLine(names: string, repository: string): string {
  return `${repository} has no file or folder ${names}; correct the path.`;
}

function sayAbsentInSetting(where: string, names: string): string {
  return `${where} names ${names}, which does not exist; correct or remove it. Paths are relative to the repository.`;
}

interface NamedPaths {
  /** Who named them, and in which setting. */
  readonly where: string | undefined;
  readonly paths: readonly string[];
}

/** Of everything that is in use. */
function listPathSettings({ config, origins }: LoadedConfig): readonly NamedPaths[] {
  const { scope, engines, profile, profiles } = config;
  const chosen = profile === undefined ? undefined : profiles[profile];
  const lists = [
    { path: ['scope', 'paths'], paths: scope.paths },
    ...Object.entries(engines).map(([id, own]) => pathsOfEngine(['engines', id], own)),
    ...Object.entries(chosen?.engines ?? {}).map(([id, own]) =>
      pathsOfEngine(['profiles', profile ?? '', 'engines', id], own),
    ),
  ];
  return lists.flatMap(({ path, paths }) => {
    const origin = origins.get(formatPath(path));
    if (paths === undefined || origin === undefined) return [];
    return [{ where: `${formatOrigin(origin)}: ${formatPath(path)}`, paths }];
  });
}

function pathsOfEngine(
  path: readonly string[],
  {
    enabled,
    paths,
  }: { readonly enabled?: boolean | undefined; readonly paths?: readonly string[] | undefined },
) {
  return { path: [...path, 'paths'], paths: enabled === false ? undefined : paths };
}
