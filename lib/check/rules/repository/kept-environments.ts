import { compareVersions } from '#base/version-order.ts';
import { listProjectCommands } from './commands/project-commands.ts';
import { type KeptEnvironment, type RepositoryFacts, upward } from './facts.ts';

/** The environment that poetry keeps elsewhere for the project of a folder. */
export function environmentOfPoetry(
  { kept = [] }: RepositoryFacts,
  home: string,
): string | undefined {
  return kept.find((one) => one.by === 'poetry' && one.home === home)?.path;
}

/** The one in which a runner of tasks has the tests of a root. */
export function environmentOfTests(
  facts: RepositoryFacts,
  root: string,
): KeptEnvironment | undefined {
  return environmentWith(facts, root, 'pytest');
}

/**
 * Of the environments that tox, nox or hatch made, the one from which the project starts a program: that of its command; else
 * that of the newest Python, the plainest first.
 */
export function environmentWith(
  facts: RepositoryFacts,
  root: string,
  name: string,
): KeptEnvironment | undefined {
  const places = listProjectCommands(facts).flatMap(({ tool, at }) => (tool === name ? [at] : []));
  const isStartedIn = (one: KeptEnvironment): boolean =>
    one.name === name || places.some((at) => partsOf(at).includes(one.name));
  return listWith(facts, root, name).toSorted(
    (one, other) =>
      Number(isStartedIn(other)) - Number(isStartedIn(one)) ||
      compareVersions(pythonOf(other.name), pythonOf(one.name)) ||
      one.name.length - other.name.length ||
      (one.name < other.name ? -1 : 1),
  )[0];
}

/** Whether a path is that of an environment of a runner. */
export function isOfRunner({ kept = [] }: RepositoryFacts, path: string): boolean {
  return kept.some((one) => one.path === path && one.by !== 'poetry');
}

function listWith({ kept = [], packages }: RepositoryFacts, root: string, name: string) {
  const homes = upward(root);
  return kept.filter(
    ({ by, home, path }) =>
      by !== 'poetry' && homes.includes(home) && packages?.get(path)?.has(name) === true,
  );
}

/** `tox.ini [testenv:types]` and `tool.tox [env.types]` are places of `types`. */
function partsOf(at: string): readonly string[] {
  return at.split(/[\s:.[\]]+/);
}

/** `py312`, `tests-3.12` and `hatch-test.py3.12` are of one version; others are of none. */
function pythonOf(name: string): string {
  const [, whole, digits] = /(?:(3\.\d+)|py(3\d+))/.exec(name) ?? [];
  return whole ?? (digits === undefined ? '0' : `3.${digits.slice(1)}`);
}
