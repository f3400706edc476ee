import * as z from 'zod';
import { diffStat } from '../diff-stat.ts';
import { mergeBases, commitsBetween } from '../history.ts';
import { baseTip, mergeabilityOf, mergeStateOf } from '../mergeability.ts';
import { mergeCommits, treeOf } from '../merges.ts';
import type { Pull } from '../model.ts';
import { updateBranch } from '../pulls.ts';
import { objectionToWorkflows } from '../push-rules.ts';
import { fullPullShape, pullShape, type PullMeasures } from '../shapes/pulls.ts';
import { mayDo, repositoryRoutes } from './access.ts';
import { fileShape } from './comparisons.ts';
import { changedFiles } from './diffs.ts';
import { listAnswer } from './pages.ts';
import {
  type Answer,
  bodyOf,
  notFound,
  numberSegment,
  Refusal,
  type RepositoryCall,
  type Route,
  segment,
} from './route.ts';

const branchUpdate = z.object({ expected_head_sha: z.string().optional() });

export const pullRoutes: readonly Route[] = [
  repositoryRoutes.get('/pulls', ['pull_requests', 'read'], listPulls),
  repositoryRoutes.get('/pulls/{pull_number}', ['pull_requests', 'read'], showPull),
  repositoryRoutes.get('/pulls/{pull_number}/files', ['pull_requests', 'read'], listFiles),
  repositoryRoutes.put(
    '/pulls/{pull_number}/update-branch',
    ['pull_requests', 'write'],
    changeBranch,
  ),
  repositoryRoutes.get('/commits/{commit_sha}/pulls', ['pull_requests', 'read'], listPullsOfCommit),
];

/** The pull request with this number; what is no pull request is not there. */
export function pullOf(call: RepositoryCall, number: number): Pull {
  const pull = call.repository.pulls.get(number);
  if (pull === undefined) throw notFound();
  return pull;
}

function listPulls(call: RepositoryCall): Answer {
  const { query, repository } = call;
  const state = query.get('state') ?? 'open';
  const [base, head] = [query.get('base'), query.get('head')];
  const found = [...repository.pulls.values()].filter(
    (pull) =>
      (state === 'all' || (pull.state === 'OPEN') === (state === 'open')) &&
      (base === null || pull.baseRef === base) &&
      (head === null || head === headLabel(pull)),
  );
  return listAnswer(call, ordered(call, found), (pull) => pullShape(call.site, pull));
}

function ordered(call: RepositoryCall, pulls: readonly Pull[]): readonly Pull[] {
  const sort = call.query.get('sort') ?? 'created';
  const keyOf = (pull: Pull) => (sort === 'updated' ? pull.updatedAt : pull.createdAt);
  const ascending = pulls.toSorted((one, other) =>
    keyOf(one) === keyOf(other) ? one.number - other.number : keyOf(one) < keyOf(other) ? -1 : 1,
  );
  const direction = call.query.get('direction') ?? (call.query.has('sort') ? 'asc' : 'desc');
  return direction === 'asc' ? ascending : ascending.toReversed();
}

function headLabel(pull: Pull): string {
  return `${(pull.headRepository ?? pull.repository).owner.login}:${pull.headRef}`;
}

async function showPull(call: RepositoryCall): Promise<Answer> {
  const pull = pullOf(call, numberSegment(call, 'pull_number'));
  return { status: 200, body: fullPullShape(call.site, pull, await measuresOf(call, pull)) };
}

async function measuresOf(call: RepositoryCall, pull: Pull): Promise<PullMeasures> {
  const { mergeable } = await mergeabilityOf(call.world, pull);
  const { git } = pull.repository;
  return {
    ...(await diffStat(pull)),
    mergeable: mergeable === 'UNKNOWN' ? undefined : mergeable === 'MERGEABLE',
    mergeableState: (await mergeStateOf(call.world, pull)).toLowerCase(),
    commits: commitsBetween(git, baseTip(pull) ?? pull.baseSha, pull.headSha).length,
  };
}

async function filesOf(pull: Pull) {
  const { git } = pull.repository;
  const [from] = mergeBases(git, baseTip(pull) ?? pull.baseSha, pull.headSha);
  return changedFiles(git, from ?? pull.baseSha, pull.headSha);
}

async function listFiles(call: RepositoryCall): Promise<Answer> {
  const pull = pullOf(call, numberSegment(call, 'pull_number'));
  return listAnswer(call, await filesOf(pull), (file) => fileShape(call, file, pull.headSha));
}

async function changeBranch(call: RepositoryCall): Promise<Answer> {
  const pull = pullOf(call, numberSegment(call, 'pull_number'));
  const { expected_head_sha: expected } = bodyOf(call, branchUpdate);
  if (expected !== undefined && expected !== pull.headSha) {
    throw new Refusal(422, 'expected_head_sha was not the current head of the pull request');
  }
  await refuseImpossibleUpdate(call, pull);
  // GitHub accepts, and merges a little later, whatever has become of the head by then.
  call.world.background(mergeLater(call, pull));
  const url = `${call.site.url}/repos/${call.repository.owner.login}/${call.repository.name}`;
  const message = 'Updating pull request branch.';
  return { status: 202, body: { message, url: `${url}/pulls/${pull.number}` } };
}

async function refuseImpossibleUpdate(call: RepositoryCall, pull: Pull): Promise<void> {
  const { headRepository, headSha } = pull;
  const base = baseTip(pull);
  if (pull.state !== 'OPEN' || base === undefined || headRepository === undefined) {
    throw new Refusal(422, 'The pull request cannot be updated');
  }
  if (!mayDo(call.token, headRepository, ['contents', 'write'])) {
    throw new Refusal(403, 'Resource not accessible by integration');
  }
  const { git } = pull.repository;
  if (commitsBetween(git, headSha, base).length === 0) {
    throw new Refusal(422, 'There are no new commits on the base branch.');
  }
  const merge = await mergeCommits(git, headSha, base);
  if ('conflict' in merge) throw new Refusal(422, 'merge conflict between base and head');
  const by = { repository: headRepository, token: call.token };
  const objection = objectionToWorkflows(by, treeOf(git, headSha), merge.tree);
  if (objection !== undefined) throw new Refusal(403, objection.message);
}

async function mergeLater(call: RepositoryCall, pull: Pull): Promise<void> {
  const head = pull.headSha;
  await call.world.clock.sleep(call.limits.branchUpdateMs);
  if (pull.headSha === head) await updateBranch(call.world, pull, { sender: call.sender });
}

function listPullsOfCommit(call: RepositoryCall): Answer {
  const sha = segment(call, 'commit_sha');
  const found = [...call.repository.pulls.values()].filter(({ headSha }) => headSha === sha);
  return listAnswer(call, found, (pull) => pullShape(call.site, pull));
}
