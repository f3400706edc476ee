import { listEnvironments } from './environment-places.ts';
import { folderOf, within, type RepositoryFacts } from './facts.ts';
import { listGeneratedFiles } from './generated-types.ts';
import { listManifestFolders } from './roots.ts';

/** What copies get of the repository: dependencies to share, and modules and types that tools made beside the files of the tree. */
export function listLinkedPaths(
  facts: RepositoryFacts,
  paths: readonly string[],
): readonly string[] {
  const folders = listManifestFolders(facts);
  const modules = folders.map((root) => within(root, 'node_modules'));
  const known = new Set(paths);
  const types = folders.flatMap((root) => listGeneratedFiles(facts, root));
  return [
    ...new Set([...modules, ...listEnvironments(facts)]),
    ...listBuiltModules(facts, paths),
    ...types.filter((path) => !known.has(path)),
  ];
}

/** What the installation of a Python package writes into its folder, without which its code does not start. */
const written = /(?:^|\/)(?:_?version|__version__|[^/]+_pb2(?:_grpc)?)\.pyi?$|\.so$/;

/** Of what git ignores, no more than that: other modules may hold secrets of a person. */
function listBuiltModules({ files }: RepositoryFacts, paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  const folders = new Set(paths.filter((path) => path.endsWith('.py')).map(folderOf));
  return [...files].filter(
    (path) => written.test(path) && !known.has(path) && folders.has(folderOf(path)),
  );
}
