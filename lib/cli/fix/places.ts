import type { Sha } from '#model/ids.ts';
import { folderOf, within, type RepositoryFacts } from '#check/rules/repository/facts.ts';
import { manifestFolders } from '#check/rules/repository/roots.ts';
import { liesIn } from '#check/rules/scope/filter-findings.ts';
import type { Trees } from '#repair/needs/trees.ts';
import type { StockInput } from '#repair/session/take-stock.ts';

/** Where there is none, none is shared. */
function linkedFolders(facts: RepositoryFacts): readonly string[] {
  const modules = manifestFolders(facts).map((root) => within(root, 'node_modules'));
  return [...new Set([...modules, ...facts.environments])];
}

/** What copies get of the repository: dependencies to share, and modules that tools made beside those of the tree. */
export async function linkedPlaces(
  { trees }: { readonly trees: Pick<Trees, 'list'> },
  facts: RepositoryFacts,
  tree: Sha,
): Promise<readonly string[]> {
  const { paths } = await trees.list(tree);
  return [...linkedFolders(facts), ...madeModules(facts, paths)];
}

/** What the installation of a Python package writes into its folder, without which its code does not start. */
const written = /(?:^|\/)(?:_?version|__version__|[^/]+_pb2(?:_grpc)?)\.pyi?$|\.so$/;

/** Of what git ignores, no more than that: other modules may hold secrets of a person. */
function madeModules({ files }: RepositoryFacts, paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  const folders = new Set(paths.filter((path) => path.endsWith('.py')).map(folderOf));
  return [...files].filter(
    (path) => written.test(path) && !known.has(path) && folders.has(folderOf(path)),
  );
}

/** Whether a finding lies where somebody asked for repairs. */
export function wantedIn(paths: readonly string[]): StockInput['wanted'] {
  if (paths.length === 0) return () => true;
  return ({ filePath }) => filePath !== undefined && liesIn(paths, filePath);
}
