import * as z from 'zod';
import { valueIn } from '#base/data.ts';
import { type RepositoryFacts, upward, within } from './facts.ts';

type NodeManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** How the Node side of a root is kept. */
export interface NodeProfile {
  readonly root: string;
  readonly manager: NodeManager;
  /** Folder whose installation it shares: the root, or that of the workspace it belongs to. */
  readonly home: string;
  /** The lock file there. */
  readonly lock: string | undefined;
  /** Version that the field packageManager asks for. */
  readonly version: string | undefined;
  /** Why it was taken for this, in one sentence. */
  readonly because: string;
}

const manifest = z.looseObject({
  workspaces: z.unknown().optional(),
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
  const home = findHome(facts, root);
  const chosen = chooseManager(facts, root, manifests);
  const lock = lockFiles.find(
    ([name, manager]) => manager === chosen.manager && facts.files.has(within(home, name)),
  );
  return { root, home, lock: lock && within(home, lock[0]), ...chosen };
}

/** Whether it is kept by a yarn that came after Yarn 1. */
export function isBerry(facts: RepositoryFacts, { manager, home, version }: NodeProfile): boolean {
  if (manager !== 'yarn') return false;
  if (version !== undefined) return !/^[01](?:\.|$)/.test(version);
  return facts.files.has(within(home, '.yarnrc.yml'));
}

/** The settings by which yarn puts no package into `node_modules`, as it does by default: absent where it does. */
export function archivesOfYarn(facts: RepositoryFacts, profile: NodeProfile): string | undefined {
  const settings = within(profile.home, '.yarnrc.yml');
  const linker = valueIn(facts.manifests.get(settings), 'nodeLinker');
  const fills = linker === 'node-modules' || linker === 'pnpm';
  return isBerry(facts, profile) && !fills ? settings : undefined;
}

/** Packages that the package.json of this one folder asks for by name. */
export function dependenciesAt(facts: RepositoryFacts, folder: string): ReadonlySet<string> {
  return new Set(
    readManifest(facts, folder).flatMap(({ data }) => [
      ...Object.keys(data.dependencies),
      ...Object.keys(data.devDependencies),
    ]),
  );
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
): Pick<NodeProfile, 'manager' | 'version' | 'because'> {
  for (const { path, data } of manifests) {
    const manager = managerNamed(data.packageManager);
    if (manager === undefined) continue;
    const version = data.packageManager?.split('@')[1];
    return { manager, version, because: `${path} names ${data.packageManager}` };
  }
  for (const folder of upward(root)) {
    const lock = lockFiles.find(([name]) => facts.files.has(within(folder, name)));
    if (lock !== undefined) {
      const because = `${within(folder, lock[0])} belongs to ${lock[1]}`;
      return { manager: lock[1], version: undefined, because };
    }
  }
  const because = 'there is a package.json and no lock file';
  return { manager: 'npm', version: undefined, because };
}

/** A lock file of its own makes a root stand alone; else the nearest folder above that keeps a workspace has it. */
function findHome(facts: RepositoryFacts, root: string): string {
  if (lockFiles.some(([name]) => facts.files.has(within(root, name)))) return root;
  return upward(root).find((folder) => keepsWorkspace(facts, folder)) ?? root;
}

function keepsWorkspace(facts: RepositoryFacts, folder: string): boolean {
  if (facts.files.has(within(folder, 'pnpm-workspace.yaml'))) return true;
  return readManifest(facts, folder).some(({ data }) => data.workspaces !== undefined);
}

function managerNamed(text: string | undefined): NodeManager | undefined {
  const name = text?.split('@')[0];
  return lockFiles.map(([, manager]) => manager).find((manager) => manager === name);
}
