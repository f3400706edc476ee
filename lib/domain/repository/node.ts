import * as z from 'zod';
import { type RepositoryFacts, upward, within } from './facts.ts';

type NodeManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** How the Node side of a root is kept. */
export interface NodeProfile {
  readonly root: string;
  readonly manager: NodeManager;
  /** Packages that the root or a folder above it asks for by name. */
  readonly dependencies: ReadonlySet<string>;
  /** Why it was taken for this, in one sentence. */
  readonly because: string;
}

const manifest = z.looseObject({
  packageManager: z.string().optional().catch(undefined),
  dependencies: z.record(z.string(), z.unknown()).catch({}),
  devDependencies: z.record(z.string(), z.unknown()).catch({}),
});

const lockFiles: readonly (readonly [string, NodeManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/** The field `packageManager` decides, then the nearest lock file. Undefined: no package.json there. */
export function detectNode(facts: RepositoryFacts, root: string): NodeProfile | undefined {
  if (!facts.files.has(within(root, 'package.json'))) return undefined;
  const manifests = upward(root).flatMap((folder) => readManifest(facts, folder));
  const dependencies = new Set(
    manifests.flatMap(({ data }) => [
      ...Object.keys(data.dependencies),
      ...Object.keys(data.devDependencies),
    ]),
  );
  return { root, dependencies, ...chooseManager(facts, root, manifests) };
}

interface Manifest {
  readonly path: string;
  readonly data: z.infer<typeof manifest>;
}

function readManifest(facts: RepositoryFacts, folder: string): readonly Manifest[] {
  const path = within(folder, 'package.json');
  const parsed = manifest.safeParse(facts.manifests.get(path));
  return parsed.success ? [{ path, data: parsed.data }] : [];
}

function chooseManager(
  facts: RepositoryFacts,
  root: string,
  manifests: readonly Manifest[],
): Pick<NodeProfile, 'manager' | 'because'> {
  for (const { path, data } of manifests) {
    const manager = managerNamed(data.packageManager);
    if (manager !== undefined) return { manager, because: `${path} names ${data.packageManager}` };
  }
  for (const folder of upward(root)) {
    const lock = lockFiles.find(([name]) => facts.files.has(within(folder, name)));
    if (lock !== undefined) {
      return { manager: lock[1], because: `${within(folder, lock[0])} belongs to ${lock[1]}` };
    }
  }
  return { manager: 'npm', because: 'there is a package.json and no lock file' };
}

function managerNamed(text: string | undefined): NodeManager | undefined {
  const name = text?.split('@')[0];
  return lockFiles.map(([, manager]) => manager).find((manager) => manager === name);
}
