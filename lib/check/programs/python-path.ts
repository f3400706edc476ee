import type { Installed } from '../needs/installed.ts';
import { type ProgramSources, findPythonEnvironment } from './programs.ts';

/** Lets Python import the code of a copy where an environment names folders of the repository itself. */
export function createPythonPath(
  installed: Pick<Installed, 'editablePaths'>,
  { repository, facts }: Pick<ProgramSources, 'repository' | 'facts'>,
): (
  root: string,
  /** Where the code lies, absolute: the repository or a copy of it. */
  folder: string,
) => Readonly<Record<string, string>> {
  const known = new Map<string, readonly string[]>();
  const pathsIn = (environment: string): readonly string[] => {
    const paths = known.get(environment) ?? installed.editablePaths(repository, environment);
    known.set(environment, paths);
    return paths;
  };
  return (root, folder) => {
    const environment =
      folder === repository ? undefined : findPythonEnvironment({ repository, facts }, root);
    const paths = environment === undefined ? [] : pathsIn(environment);
    if (paths.length === 0) return {};
    return {
      PYTHONPATH: paths.map((path) => (path === '.' ? folder : `${folder}/${path}`)).join(':'),
    };
  };
}
