import { declarationsOf, type Declaration, type SourceFile } from './tree.ts';

export interface Names {
  /** Declarations, one for each name of each file. */
  readonly all: number;
  /** Those among them whose name another file declares too. */
  readonly shared: number;
  /** Each name that more than one file declares, with the files. */
  readonly twice: ReadonlyMap<string, readonly string[]>;
}

export function exportedTypes(files: readonly SourceFile[]): Names {
  return namesIn(files, ({ kind, exported }) => kind === 'type' && exported);
}

export function allTypes(files: readonly SourceFile[]): Names {
  return namesIn(files, ({ kind }) => kind === 'type');
}

export function moduleFunctions(files: readonly SourceFile[]): Names {
  return namesIn(files, ({ kind }) => kind === 'function');
}

function namesIn(
  files: readonly SourceFile[],
  counts: (declaration: Declaration) => boolean,
): Names {
  const places = files.flatMap((file) => {
    const names = declarationsOf(file).filter(counts);
    return [...new Set(names.map(({ name }) => name))].map((name) => ({ name, path: file.path }));
  });
  const byName = [...Map.groupBy(places, ({ name }) => name)];
  const twice = byName.filter(([, found]) => found.length > 1);
  return {
    all: places.length,
    shared: twice.reduce((sum, [, found]) => sum + found.length, 0),
    twice: new Map(twice.map(([name, found]) => [name, found.map(({ path }) => path)])),
  };
}

/** How often a type is cut out of another. */
export function countPicks(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + text.split('Pick<').length - 1, 0);
}

/** Types that are bags of what a function needs, by their name. */
export function countDeps(files: readonly SourceFile[]): number {
  const types = files.flatMap((file) => declarationsOf(file).filter(({ kind }) => kind === 'type'));
  return types.filter(({ name }) => name.endsWith('Deps')).length;
}
