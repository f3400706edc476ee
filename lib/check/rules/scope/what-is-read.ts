import { within } from '../repository/facts.ts';
import { liesIn } from './filter-findings.ts';
import { isProse } from './prose.ts';

/** What an engine reads under one plan. */
export interface ReadScope {
  /** The folder it works in, relative to the repository. */
  readonly root: string;
  /** Relative to the root. */
  readonly scope: readonly string[];
  readonly judges: RegExp;
  readonly reads: 'scope' | 'repository';
  /** The only files of the repository that it reads beside its configurations; absent: it may read any. */
  readonly kinds?: RegExp | undefined;
  readonly configNames: readonly string[];
  /** The configuration it was given, relative to the repository, or absolute when it lies outside. */
  readonly config: string | null;
  /** Names of files in its arguments and options. */
  readonly named: readonly string[];
}

/** Tools leave out what these name. */
const ignoreFiles = ['.gitignore', '.ignore'];

/** Whether a file of the repository can change the result. */
export function canChangeResult(path: string, reading: ReadScope): boolean {
  if (isConfig(path, reading)) return true;
  const { reads, kinds, judges } = reading;
  if (reads === 'repository') {
    return kinds === undefined || (kinds.test(path) && !isProse(path));
  }
  return judges.test(path) && touchesScope(path, reading);
}

/** Whether it counts of a file only that it is there, unless something that is read speaks of it. */
export function countsWhenNamed(path: string, reading: ReadScope): boolean {
  return readsAny(reading) && isProse(path) && !isConfig(path, reading);
}

/** Whether its configurations have to be followed to know all that it reads: to what they name, but for prose. */
export function followsConfig(reading: ReadScope): boolean {
  return !readsAny(reading);
}

function readsAny({ reads, kinds }: ReadScope): boolean {
  return reads === 'repository' && kinds === undefined;
}

/** Whether a file may change the result without being judged. */
export function isConfig(path: string, { configNames, config, named }: ReadScope): boolean {
  if (path === config) return true;
  return [...configNames, ...named, ...ignoreFiles].some(
    (name) => path === name || path.endsWith(`/${name}`),
  );
}

/** Whether a path of the repository is in the scope, or something of the scope lies below it. */
export function touchesScope(path: string, { root, scope }: ReadScope): boolean {
  const places = scope.map((one) => (one === '.' ? root : within(root, one)));
  return liesIn(places, path) || places.some((place) => liesIn([path], place));
}

/** Words of a configuration that may be file names: the files that it builds on are read too. */
export function findFileNames(text: string): readonly string[] {
  return [...new Set(text.match(/[\w@+-][\w.@+-]*\.\w+/g))];
}
