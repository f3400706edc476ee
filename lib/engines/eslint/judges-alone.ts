import { tableIn } from '#base/data.ts';
import type { RepositoryFacts } from '#check/rules/repository/facts.ts';

/** Packages whose rules look at the file alone that they judge, and at what is installed. */
const looksAtOneFile = new Set([
  '@eslint/compat',
  '@eslint/js',
  '@stylistic/eslint-plugin',
  '@typescript-eslint/eslint-plugin',
  '@typescript-eslint/parser',
  'eslint-config-prettier',
  'eslint-config-prettier/flat',
  'eslint-plugin-jest',
  'eslint-plugin-jsx-a11y',
  'eslint-plugin-react',
  'eslint-plugin-react-hooks',
  'eslint-plugin-react-refresh',
  'eslint-plugin-simple-import-sort',
  'eslint/config',
  'globals',
  'node:path',
  'node:url',
  'typescript-eslint',
]);

/**
 * Whether each file is judged by itself, which the cache of ESLint takes for granted. Rules that follow imports or ask for types
 * look at other files, and their configuration says so by what it imports.
 */
export function judgesAlone(facts: RepositoryFacts, config: string | null): boolean {
  const own = [...facts.files].filter((path) => isFlatConfig.test(path));
  const read = config === null ? own : [...own, config];
  return (
    read.length > 0 &&
    read.every((path) => {
      const { imports, typed } = tableIn(facts.manifests.get(path));
      return (
        Array.isArray(imports) &&
        typed === false &&
        imports.every((name) => looksAtOneFile.has(String(name)))
      );
    })
  );
}

const isFlatConfig = /(?:^|\/)eslint\.config\.[cm]?[jt]s$/;
