import { isObject, tableIn } from '#base/data.ts';
import type { RepositoryFacts } from '#check/rules/repository/facts.ts';
import { configsFor, isOwnModule, listedWords, type LoadedCode } from '../loaded-code.ts';

/** What pylint executes by its settings, wherever one of these names stands in them. */
export function pylintLoads(configNames: readonly string[]): LoadedCode {
  return {
    by: 'init-hook, and plugins of the repository or those that import it',
    named: (facts, { args, ...place }) => [
      ...configsFor(facts, place, configNames).flatMap((path) =>
        sectionsOfPylint(facts, path).flatMap((section) => listLoaded(facts, section)),
      ),
      ...listLoaded(facts, optionsIn(args)),
    ],
  };
}

function sectionsOfPylint(
  { manifests }: RepositoryFacts,
  path: string,
): readonly Readonly<Record<string, unknown>>[] {
  const data = manifests.get(path);
  const own = path.endsWith('.toml') ? tableIn(data, 'tool', 'pylint') : tableIn(data);
  const isShared = /(?:^|\/)(?:setup\.cfg|tox\.ini)$/.test(path);
  const sections = Object.entries(own).filter(([name]) => !isShared || name.startsWith('pylint'));
  return [own, ...sections.flatMap(([, section]) => (isObject(section) ? [section] : []))];
}

function listLoaded(
  facts: RepositoryFacts,
  section: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(section).flatMap(([key, value]) => {
    const name = key.replaceAll('_', '-');
    if (name === 'init-hook') return ['init-hook'];
    if (name !== 'load-plugins') return [];
    const own = listedWords(value).filter((plugin) => isOwnModule(facts, plugin));
    return own.map((plugin) => `the plugin ${plugin}`);
  });
}

/** The options of a command as a section would have them; the value of one may be the next word. */
function optionsIn(args: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    args.flatMap((arg, at) => {
      const [, name, value = args[at + 1]] = /^--([\w-]+)(?:=([^]*))?$/.exec(arg) ?? [];
      return name === undefined ? [] : [[name, value] as const];
    }),
  );
}
