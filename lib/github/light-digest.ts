import { hash } from 'node:crypto';
import type { LightNode } from './nodes.ts';

/** Equal as long as nothing that a light reading shows has changed. */
export function digestLightNode(node: LightNode): string {
  const { reviewThreads: threads, statusCheckRollup: rollup } = node;
  const told = [
    [node.state, node.isDraft, node.updatedAt, node.mergeable, node.isInMergeQueue],
    [node.repository.isArchived],
    [node.headRefOid, node.baseRefName, node.baseRefOid, node.baseRef?.target?.oid],
    [threads.totalCount, threads.nodes.map(({ isResolved }) => isResolved)],
    [rollup?.state, rollup?.contexts?.totalCount],
    [listStateCounts(rollup?.contexts?.checkRunCountsByState)],
    [listStateCounts(rollup?.contexts?.statusContextCountsByState)],
  ];
  return hash('sha256', JSON.stringify(told));
}

function listStateCounts(counts: readonly { state: string; count: number }[] | null | undefined) {
  return (counts ?? []).map(({ state, count }) => `${state} ${count}`).toSorted();
}
