import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stickyMarker } from '#report/github/sticky.ts';
import type { Pull } from '../../support/github/model.ts';
import { processesOf } from '../fix/survivors.ts';
import type { Scene } from './ground.ts';

type Place = Pick<Scene, 'home' | 'orders' | 'own' | 'shop' | 'temporary'> & {
  readonly log: Pick<Scene['log'], 'entries' | 'of'>;
};

/** What a test does to the agent, and what anybody sees on the pull request and on this machine. */
export function actsOf(scene: Place, pull: Pull) {
  const { shop, orders, temporary, home, log } = scene;
  const wait = join(orders, 'wait');
  return {
    /** What the agent does from now on. */
    order: (order: 'choose' | 'decline' | 'repair' | 'swing' | 'try') =>
      writeFileSync(join(orders, 'order'), order),
    /** The agent waits at its beginning until it is let go. */
    holdAgent: () => writeFileSync(wait, ''),
    letAgentGo: () => rmSync(wait, { force: true }),
    /** What agents were asked for, in order. */
    begun: () => begun(orders),
    /** The commits of the branch that its base lacks, newest first. */
    commits: () => commitsOf(pull),
    read: (path: string) => shop.read(path, pull.headSha),
    /** The comment that says how things stand; two of them would be a fault. */
    sticky: () => stickyOf(pull),
    /** Workers, agents and all that they started. */
    alive: () => processesOf(temporary),
    /** Those of one run. */
    aliveFor: (runId: string): readonly string[] =>
      processesOf(temporary).filter((one) => one.includes(runId)),
    /** The processes of workers themselves. */
    workers: () => processesOf(home).filter((process) => process.includes('worker/start.mjs')),
    /** The run of each worker. That one was launched may be told more than once. */
    launched: () => {
      const launches = log.of('Fixup launched');
      return [
        ...new Map(launches.map((one) => [one['taskRef'], String(one['sessionId'])])).values(),
      ];
    },
  };
}

function begun(orders: string): readonly string[] {
  const file = join(orders, 'begun');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

interface SeenCommit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly message: string;
}

function commitsOf({ headSha, repository }: Pull): readonly SeenCommit[] {
  const { git, defaultBranch } = repository;
  const known = new Set(
    ancestorsOf(git, git.ref(`refs/heads/${defaultBranch}`)).map(({ sha }) => sha),
  );
  return ancestorsOf(git, headSha).filter(({ sha }) => !known.has(sha));
}

/** Along first parents. */
function ancestorsOf(
  git: Pull['repository']['git'],
  from: string | undefined,
): readonly SeenCommit[] {
  const commits: SeenCommit[] = [];
  for (let sha = from; sha !== undefined;) {
    const commit = git.commit(sha);
    if (commit === undefined) break;
    const { parents, message } = commit;
    commits.push({ sha, parents, message });
    [sha] = parents;
  }
  return commits;
}

function stickyOf({ comments }: Pull): string {
  const own = comments.filter(({ body }) => body.startsWith(stickyMarker));
  if (own.length > 1) throw new Error(`There are ${own.length} comments that say how things stand`);
  return own[0]?.body ?? '';
}
