import * as z from 'zod';
import { type TaskId, taskId } from '#model/ids.ts';
import type { ClaimRequest } from '#model/needs/run-store.ts';
import { type Item, queryItems } from './items.ts';
import { claimPk } from './keys.ts';
import { claimableIndex, type DynamoTable } from './table.ts';

/** A task that could be claimed when the index was read. */
export interface Candidate {
  readonly id: TaskId;
  readonly attemptNo: number;
}

/**
 * How far from the most urgent task a claimer may reach. One claimer takes the head of the queue; for
 * many, two places each keep them apart: see docs/decisions/claim-window.md.
 */
export function windowSize(claimers: number): number {
  return claimers <= 1 ? 1 : Math.min(128, claimers * 2);
}

/** The most urgent candidates, as the index shows them; it may lag. */
export async function readWindow(
  table: DynamoTable,
  { runId, now, claimers }: ClaimRequest,
): Promise<readonly Candidate[]> {
  const size = windowSize(claimers);
  const window: Candidate[] = [];
  const items = queryItems(table, {
    IndexName: claimableIndex,
    KeyConditionExpression: 'claimPk = :pk',
    FilterExpression: 'attribute_not_exists(notBefore) OR notBefore <= :now',
    ExpressionAttributeValues: { ':pk': claimPk(runId), ':now': now },
    Limit: size,
  });
  for await (const item of items) {
    window.push(toCandidate(item));
    if (window.length >= size) break;
  }
  return window;
}

/** Some of the candidates in random order; of one, that one. */
export function pickRandomly(
  candidates: readonly Candidate[],
  count: number,
  random: () => number,
): readonly Candidate[] {
  const left = [...candidates];
  const picked: Candidate[] = [];
  while (picked.length < count && left.length > 0) {
    picked.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return picked;
}

const indexed = z.object({ sk: z.string(), attemptNo: z.int() });

function toCandidate(item: Item): Candidate {
  const { sk, attemptNo } = indexed.parse(item);
  return { id: taskId.parse(sk.slice('TASK#'.length)), attemptNo };
}
