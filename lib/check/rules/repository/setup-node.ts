import { type RepositoryFacts, within } from './facts.ts';
import { detectNode, type NodeProfile } from './node.ts';
import type { SetupCommand } from './setup-command.ts';

/** Installs the packages of a root, exactly those of its lock file where there is one. */
export function planNodeSetup(facts: RepositoryFacts, root: string): readonly SetupCommand[] {
  const profile = detectNode(facts, root);
  if (profile === undefined) return [];
  const { home, lock } = profile;
  const because = lock === undefined ? profile.because : `${lock} belongs to ${profile.manager}`;
  return [{ run: [profile.manager, ...installArgs(facts, profile)], cwd: home, env: {}, because }];
}

function installArgs(facts: RepositoryFacts, profile: NodeProfile): readonly string[] {
  const { manager, lock } = profile;
  if (lock === undefined) return ['install'];
  if (manager === 'npm') return ['ci'];
  if (manager === 'yarn' && isBerry(facts, profile)) return ['install', '--immutable'];
  return ['install', '--frozen-lockfile'];
}

/** Yarn 1 has another word for it than all that came after. */
function isBerry(facts: RepositoryFacts, { home, version }: NodeProfile): boolean {
  if (version !== undefined) return !/^[01](?:\.|$)/.test(version);
  return facts.files.has(within(home, '.yarnrc.yml'));
}
