import { setTimeout as sleep } from 'node:timers/promises';
import { installationId, type WorkspaceId } from '#domain/model/ids.ts';
import { decideNext } from '#steps/decide-next.ts';
import { reconcileRepository } from '#steps/reconcile.ts';
import type { Hands } from '../test/support/github/hands.ts';
import { type OwnPlane, silent, withOwnPlane } from './own-plane.ts';
import { printTable } from './table.ts';

const changed = 50;
const atOnce = 50;
const [few, many] = [1_000, 5_000];
const most = { points: 50, requests: 60, growth: 1.2 };

/** One round of decisions about all pull requests of a repository, of which few have changed since the last one. */
export async function benchDecisionRound(): Promise<void> {
  const small = await measure(few);
  const large = await measure(many);
  printTable(
    `One decision round, ${changed} pull requests changed, by the GitHub double`,
    ['pull requests', 'points', 'at most', 'requests', 'at most', 'ms each', 'within'],
    [rowOf(small, { points: most.points, requests: most.requests }), rowOf(large, undefined)],
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
  readonly points: number;
  readonly requests: number;
  readonly msEach: number;
}

function rowOf(
  { pulls, points, requests, msEach }: Round,
  limits: { readonly points: number; readonly requests: number } | undefined,
): readonly string[] {
  const isWithin = limits === undefined || (points <= limits.points && requests <= limits.requests);
  return [
    String(pulls),
    String(points),
    limits === undefined ? '' : String(limits.points),
    String(requests),
    limits === undefined ? '' : String(limits.requests),
    msEach.toFixed(2),
    isWithin ? 'yes' : 'NO',
  ];
}

function measure(pulls: number): Promise<Round> {
  return withOwnPlane(silent, { RATCHETR_TIMEOUTS_SETTLE: '0s' }, async (own) => {
    const { github, app, shop, plane } = own;
    shop.commit('main', { 'ratchetr.yaml': 'version: 1\nenabled: true\n' });
    for (let number = 1; number <= pulls; number += 1) open(shop, number);
    github.world.install(app, { account: 'octo' });
    const ids = await watch(own);
    await decideAll(plane, ids);
    // GitHub has worked out by now what merges, and its clock tells seconds.
    await sleep(1_100);
    await decideAll(plane, ids);
    await sleep(1_100);
    for (let number = 1; number <= changed; number += 1) {
      shop.commit(`branch-${number * Math.floor(pulls / changed)}`, { 'again.txt': `${number}\n` });
    }
    const { counters } = github;
    counters.reset();
    const started = performance.now();
    await decideAll(plane, ids);
    const msEach = (performance.now() - started) / pulls;
    return { pulls, points: counters.points, requests: counters.rest + counters.graphql, msEach };
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
  const hash = (text: string): string => plane.hash.hex(text);
  const local = installationId.parse('local');
  await reconcileRepository({ ...plane, hash }, { repository, installationId: local });
  return plane.workspaces.list(local);
}

async function decideAll(plane: OwnPlane['plane'], ids: readonly WorkspaceId[]): Promise<void> {
  const hash = (text: string): string => plane.hash.hex(text);
  for (let at = 0; at < ids.length; at += atOnce) {
    await decideNext({ ...plane, hash }, ids.slice(at, at + atOnce));
  }
}
