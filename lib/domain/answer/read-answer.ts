import * as z from 'zod';
import { agentResult } from '../model/agent-result.ts';
import type { AgentRequest } from '../model/agent-request.ts';
import type { Reading } from './answer.ts';
import { failure } from './failure.ts';
import { inOrder } from './in-order.ts';
import { jsonValue } from './json-value.ts';
import { objectsIn } from './objects-in.ts';

export type Ids = Pick<AgentRequest, 'run_id' | 'task_id'>;

/** The result in what an agent said: its last JSON object, and the only result in it. Never throws. */
export function readAnswer(text: string, ids: Ids): Reading {
  if (text.trim() === '') return failure('no_output', 'The agent ended without a word.');
  const objects = objectsIn(text);
  const last = objects.at(-1);
  if (last === undefined) {
    return failure('garbage', 'What the agent said holds no JSON object.', text);
  }
  const claim = claimOf(last);
  if (claim === undefined) {
    return failure('wrong_schema', 'The last JSON object of the agent is no result.', last);
  }
  const claims = objects.flatMap((object) => claimOf(object) ?? []);
  if (new Set(claims.map((one) => inOrder(one))).size > 1) {
    return failure('two_results', 'The agent gave several results, and they differ.');
  }
  return checkedResult(claim, ids);
}

// What has these says that it is a result. A request that is printed has no status.
const claimed = z.looseObject({ schema_version: z.unknown(), status: z.unknown() });
type Claim = z.infer<typeof claimed>;

const longest = 1_000_000;

function claimOf(text: string): Claim | undefined {
  if (!text.includes('"schema_version"') || text.length > longest) return undefined;
  const { data } = claimed.safeParse(jsonValue(text));
  return data !== undefined && 'schema_version' in data && 'status' in data ? data : undefined;
}

function checkedResult(claim: Claim, ids: Ids): Reading {
  const { data, error } = agentResult.safeParse(claim);
  if (data === undefined) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') ?? '';
    return failure(
      'wrong_schema',
      `The result of the agent breaks the contract at ${place}.`,
      issue?.message,
    );
  }
  if (data.run_id !== ids.run_id || data.task_id !== ids.task_id) {
    return failure(
      'wrong_ids',
      `The agent answered for task ${data.task_id} of run ${data.run_id}, but was asked for task ${ids.task_id} of run ${ids.run_id}.`,
    );
  }
  return { kind: 'result', result: data };
}
