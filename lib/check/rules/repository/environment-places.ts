import type { RepositoryFacts } from './facts.ts';

type Environments = Pick<RepositoryFacts, 'environments' | 'kept' | 'virtualEnv'>;

/** All environments of Python that the projects of a repository may use: relative to it, or absolute. */
export function listEnvironments(facts: Environments): readonly string[] {
  const { environments, kept = [], virtualEnv } = facts;
  return [
    ...new Set([
      ...environments,
      ...kept.map(({ path }) => path),
      ...(virtualEnv === undefined ? [] : [virtualEnv]),
    ]),
  ];
}

/** Where a copy has what an environment elsewhere holds; tools leave such folders out by themselves. */
export function placeOfEnvironment(path: string): string {
  return path.startsWith('/') ? `.tox/${path.slice(path.lastIndexOf('/') + 1)}` : path;
}

/** The place in a copy of the environment that a program lies in, and its way from there; undefined: it is of none. */
export function findInEnvironment(
  program: string,
  { repository, facts }: { readonly repository: string; readonly facts: Environments },
): { readonly place: string; readonly rest: string } | undefined {
  for (const path of listEnvironments(facts)) {
    const own = path.startsWith('/') ? path : `${repository}/${path}`;
    if (program === own || program.startsWith(`${own}/`))
      return { place: placeOfEnvironment(path), rest: program.slice(own.length) };
  }
  return undefined;
}
