import { compiledRepositories } from './compiled-repositories.ts';
import { javascriptRepositories } from './javascript-repositories.ts';
import { mixedRepositories } from './mixed-repositories.ts';
import { pythonRepositories } from './python-repositories.ts';
import type { CorpusRow } from './row.ts';
import { scaffolds } from './scaffolds.ts';

/** Well-kept projects that are judged with nothing configured, as a stranger would. */
export const repositories: readonly CorpusRow[] = [
  ...javascriptRepositories,
  ...scaffolds,
  ...pythonRepositories,
  ...compiledRepositories,
  ...mixedRepositories,
];
