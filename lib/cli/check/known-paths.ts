import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatOrigin } from '#config/origins.ts';
import { formatPath } from '#config/paths.ts';
import type { ConfigOutcome } from '#config/load.ts';
import { canonicalPath } from '#check/rules/scope/canonical-paths.ts';
import { liesIn } from '#check/rules/scope/filter-findings.ts';
import { goneFiles } from './changed-files.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';

type Loaded = Extract<ConfigOutcome, { readonly kind: 'ok' }>;

export interface WantedPaths {
  /** Absolute path. */
  readonly repository: string;
  /** As they were given on the command line. */
  readonly given: readonly string[];
  readonly loaded: Loaded;
  /** What was given is to be judged only as far as it changed. */
  readonly onlyChanged: boolean;
}

/**
 * Whether there is something at every path that is to be judged: with a typing error, most tools would judge nothing and
 * call that clean. What the change took away was named rightly.
 */
export async function arePathsThere(
  context: CliContext,
  { repository, given, loaded, onlyChanged }: WantedPaths,
): Promise<boolean> {
  const { stderr, exitWith } = context;
  const isAbsent = (path: string): boolean => !existsSync(resolve(repository, path));
  const named = [{ where: undefined, paths: given }, ...settingsWithPaths(loaded)];
  const absent = named.flatMap(({ where, paths }) =>
    paths.filter(isAbsent).map((path) => ({ where, path })),
  );
  if (absent.length === 0) return true;
  const gone = await goneFiles(context, repository, loaded.config.check.base);
  const wrong = absent.filter(({ where, path }) => {
    const place = canonicalPath(path, { root: repository });
    // What lies outside is refused by its own name.
    if (place === null) return false;
    const mayBeGone = where !== undefined || onlyChanged;
    return !mayBeGone || !gone.some((one) => liesIn([place], one));
  });
  for (const [where, ones] of Map.groupBy(wrong, (one) => one.where)) {
    const names = ones.map(({ path }) => JSON.stringify(path)).join(', ');
    stderr.write(
      `${where === undefined ? onCommandLine(names, repository) : inSetting(where, names)}\n`,
    );
  }
  if (wrong.length > 0) exitWith(EXIT.usage);
  return wrong.length === 0;
}

function onCommandLine(names: string, repository: string): string {
  return `There is no file or folder ${names} in ${repository}; name what is there.`;
}

function inSetting(where: string, names: string): string {
  return `${where} names ${names}, and nothing is there; correct it or take it out, paths begin at the repository.`;
}

interface NamedPaths {
  /** Who named them, and in which setting. */
  readonly where: string | undefined;
  readonly paths: readonly string[];
}

/** Of everything that is in use. */
function settingsWithPaths({ config, origins }: Loaded): readonly NamedPaths[] {
  const { scope, engines, profile, profiles } = config;
  const chosen = profile === undefined ? undefined : profiles[profile];
  const lists = [
    { path: ['scope', 'paths'], paths: scope.paths },
    ...Object.entries(engines).map(([id, own]) => ofEngine(['engines', id], own)),
    ...Object.entries(chosen?.engines ?? {}).map(([id, own]) =>
      ofEngine(['profiles', profile ?? '', 'engines', id], own),
    ),
  ];
  return lists.flatMap(({ path, paths }) => {
    const origin = origins.get(formatPath(path));
    if (paths === undefined || origin === undefined) return [];
    return [{ where: `${formatOrigin(origin)}: ${formatPath(path)}`, paths }];
  });
}

function ofEngine(
  path: readonly string[],
  {
    enabled,
    paths,
  }: { readonly enabled?: boolean | undefined; readonly paths?: readonly string[] | undefined },
) {
  return { path: [...path, 'paths'], paths: enabled === false ? undefined : paths };
}
