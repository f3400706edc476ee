import { setTimeout as sleep } from 'node:timers/promises';
import { installationId, type WorkspaceId } from '#model/ids.ts';
import { decideNext } from '#ratchet/decide-next.ts';
import { reconcileRepository } from '#ratchet/reconcile.ts';
import type { Hands } from '../test/support/github/hands.ts';
import { type OwnPlane, silent, withOwnPlane } from '../test/support/own-plane.ts';
import { printTable } from './table.ts';

const [few, many] = [1_000, 5_000];
/** One in so many has changed since the round before. */
const oneIn = 20;
const atOnce = 50;
const most = { points: 50, requests: 60, growth: 1.2 };

/** One round of decisions about all pull requests of a repository, of which few have changed since the last one. */
export async function benchDecisionRound(): Promise<void> {
  const small = await decisionRound(few);
  const large = await decisionRound(many);
  const isWithin = small.points <= most.points && small.requests <= most.requests;
  const limits = [`${most.points}`, `${most.requests}`, isWithin ? 'yes' : 'NO'];
  printTable(
    'One decision round, counted by the double of GitHub',
    [
      'pull requests',
      'changed',
      'points',
      'requests',
      'ms each',
      'points <=',
      'requests <=',
      'within',
    ],
    [
      [...figuresOf(small), ...limits],
      [...figuresOf(large), '', '', ''],
    ],
  );
  const growth = large.msEach / small.msEach;
  printTable(
    `Growth of a decision round: time for each of ${many} over that of ${few}`,
    ['ratio', 'at most', 'within'],
    [[growth.toFixed(2), String(most.growth), growth <= most.growth ? 'yes' : 'NO']],
  );
}

interface Round {
  readonly pulls: number;
  readonly changed: number;
  readonly points: number;
  readonly requests: number;
  readonly msEach: number;
}

function figuresOf({ pulls, changed, points, requests, msEach }: Round): readonly string[] {
  return [...[pulls, changed, points, requests].map(String), msEach.toFixed(2)];
}

/** What one round costs for so many pull requests, once everything about them is known. */
export function decisionRound(pulls: number): Promise<Round> {
  return withOwnPlane(silent, { RATCHETR_TIMEOUTS_SETTLE: '0s' }, async (own) => {
    const { github, app, shop, plane } = own;
    shop.commit('main', { 'ratchetr.yaml': 'version: 1\nenabled: true\n' });
    for (let number = 1; number <= pulls; number += 1) open(shop, number);
    github.world.install(app, { account: 'octo' });
    const ids = await watch(own);
    await decideAll(plane, ids);
    // By now GitHub has worked out what merges; its clock tells whole seconds.
    await sleep(1_100);
    await decideAll(plane, ids);
    await sleep(1_100);
    const changed = Math.floor(pulls / oneIn);
    for (let number = 1; number <= changed; number += 1) {
      shop.commit(`branch-${number * oneIn}`, { 'again.txt': `${number}\n` });
    }
    const { counters } = github;
    counters.reset();
    const started = performance.now();
    await decideAll(plane, ids);
    const msEach = (performance.now() - started) / pulls;
    const requests = counters.rest + counters.graphql;
    return { pulls, changed, points: counters.points, requests, msEach };
  });
}

function open(shop: Hands, number: number): void {
  const head = `branch-${number}`;
  const sha = shop.commit(head, { [`src/${number}.txt`]: 'one\n' }, { author: 'ann' });
  shop.openPull({ head, title: `Add ${number}`, author: 'ann' });
  const check = shop.startCheck({ sha, name: 'test' });
  shop.completeCheck(check, { conclusion: 'SUCCESS' });
}

async function watch({ plane, shop }: OwnPlane): Promise<readonly WorkspaceId[]> {
  const { owner, name } = shop.repository;
  const repository = await plane.forge.findRepository(owner.login, name);
  if (repository === undefined) throw new Error('There is no repository');
  const local = installationId.parse('local');
  await reconcileRepository(plane, { repository, installationId: local });
  return plane.workspaces.list(local);
}

async function decideAll(plane: OwnPlane['plane'], ids: readonly WorkspaceId[]): Promise<void> {
  for (let at = 0; at < ids.length; at += atOnce) {
    await decideNext(plane, ids.slice(at, at + atOnce));
  }
}
