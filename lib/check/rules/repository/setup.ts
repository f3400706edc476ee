import { valueIn } from '#base/data.ts';
import { isAskedFor } from './development-needs.ts';
import { fromRoot, type RepositoryFacts, within } from './facts.ts';
import { listTypeCommands } from './generated-types.ts';
import { detectNode, isBerry, type NodeProfile } from './node.ts';
import { detectPython } from './python.ts';
import { planPythonSetup } from './python-setup.ts';
import type { SetupCommand } from './setup-command.ts';

export interface SetupInput {
  /** Where engines run. */
  readonly roots: readonly string[];
  /** Commands that the configuration lists: they stand in place of all that would be found. */
  readonly configured: readonly (Pick<SetupCommand, 'run' | 'cwd'> & {
    /** Milliseconds. */
    readonly timeout?: number;
  })[];
}

/** What is to be run, in this order, before the engines can: as configured, else as the lock files and manifests say. */
export function planSetup(
  facts: RepositoryFacts,
  { roots, configured }: SetupInput,
): readonly SetupCommand[] {
  if (configured.length > 0) {
    return configured.map(({ run, cwd, timeout }) => ({
      run,
      cwd,
      env: {},
      because: 'setup lists it',
      ...(timeout !== undefined && { timeoutMs: timeout }),
    }));
  }
  const commands = [...new Set(roots)].flatMap((root) => [
    ...planPythonSetup(facts, root),
    ...planNodeSetup(facts, root),
    ...planGoSetup(facts, root),
    ...planRustSetup(facts, root),
    ...planHookSetup(facts, root),
  ]);
  // The packages of a workspace are installed together.
  return [...new Map(commands.map((one) => [JSON.stringify([one.cwd, one.run]), one])).values()];
}

/** Installs the packages of a root, exactly those of its lock file where there is one. */
export function planNodeSetup(facts: RepositoryFacts, root: string): readonly SetupCommand[] {
  const profile = detectNode(facts, root);
  if (profile === undefined) return [];
  const { home, lock } = profile;
  const because = lock === undefined ? profile.because : `${lock} belongs to ${profile.manager}`;
  return [
    { run: [profile.manager, ...installArgs(facts, profile)], cwd: home, env: {}, because },
    ...planTypes(facts, root).filter(({ run }) => !isRunByInstall(facts, root, run)),
  ];
}

/** Has the frameworks of a root write the types by which it is checked. */
export function planTypes(
  facts: RepositoryFacts,
  root: string,
  list: typeof listTypeCommands = listTypeCommands,
): readonly SetupCommand[] {
  const profile = detectNode(facts, root);
  if (profile === undefined) return [];
  return list(facts, root).map(({ run, because }) => ({
    run: [...execWords[profile.manager], ...run],
    cwd: root,
    env: {},
    because,
    optional: true,
  }));
}

const execWords: Readonly<Record<NodeProfile['manager'], readonly string[]>> = {
  npm: ['npx'],
  pnpm: ['pnpm', 'exec'],
  yarn: ['yarn'],
  bun: ['bunx'],
};

function isRunByInstall(
  { manifests }: RepositoryFacts,
  root: string,
  run: readonly string[],
): boolean {
  const manifest = manifests.get(within(root, 'package.json'));
  const words = run.slice(-2).join(' ');
  return ['preinstall', 'install', 'postinstall', 'prepare'].some((name) =>
    String(valueIn(manifest, 'scripts', name)).includes(words),
  );
}

function installArgs(facts: RepositoryFacts, profile: NodeProfile): readonly string[] {
  const { manager, lock } = profile;
  if (lock === undefined) return ['install'];
  if (manager === 'npm') return ['ci'];
  // Yarn 1 has another word for it than all that came after.
  if (isBerry(facts, profile)) return ['install', '--immutable'];
  return ['install', '--frozen-lockfile'];
}

/** Without sums a module needs no other. */
function planGoSetup({ files }: RepositoryFacts, root: string): readonly SetupCommand[] {
  const [manifest, sums] = [within(root, 'go.mod'), within(root, 'go.sum')];
  if (!files.has(manifest) || !files.has(sums)) return [];
  const run = ['go', 'mod', 'download'];
  return [{ run, cwd: root, env: {}, because: `${sums} is there`, outside: true }];
}

function planRustSetup({ files }: RepositoryFacts, root: string): readonly SetupCommand[] {
  const [manifest, lock] = [within(root, 'Cargo.toml'), within(root, 'Cargo.lock')];
  if (!files.has(manifest)) return [];
  const because = `${files.has(lock) ? lock : manifest} is there`;
  const run = ['cargo', 'fetch', ...(files.has(lock) ? ['--locked'] : [])];
  return [{ run, cwd: root, env: {}, because, outside: true }];
}

/** What hooks need is fetched once; a check fetches nothing. */
function planHookSetup(facts: RepositoryFacts, root: string): readonly SetupCommand[] {
  const config = within(root, '.pre-commit-config.yaml');
  if (!facts.missingHooks?.has(config)) return [];
  const start = startOfPreCommit(facts, root);
  if (start === undefined) return [];
  const run = [...start, 'install-hooks'];
  const because = `${config} names hooks`;
  return [{ run, cwd: root, env: {}, because, outside: true, optional: true }];
}

/** undefined: neither the project nor the machine has it. */
function startOfPreCommit(facts: RepositoryFacts, root: string): readonly string[] | undefined {
  const name = 'pre-commit';
  if (isAskedFor(facts, root, name)) {
    const { manager, venvPath } = detectPython(facts, root);
    if (manager === 'uv') return ['uv', 'run', '--no-sync', name];
    if (manager === 'poetry') return ['poetry', 'run', name];
    return [`${venvPath === null ? '.venv' : fromRoot(venvPath, root)}/bin/${name}`];
  }
  return facts.programs?.has(name) === true ? [name] : undefined;
}
