import * as z from 'zod';
import { agentResult } from '#model/agent-result.ts';
import type { AgentRequest } from '#model/agent-request.ts';
import { canonicalJson, parseJson } from '#base/json.ts';
import type { AnswerReading } from './answer.ts';
import { failedAnswer } from './failure.ts';
import { objectsIn } from './objects-in.ts';

export type AnswerIds = Pick<AgentRequest, 'run_id' | 'task_id'>;

/** The result in what an agent said: its last JSON object, and the only result in it. Never throws. */
export function readAnswer(text: string, ids: AnswerIds): AnswerReading {
  if (text.trim() === '') return failedAnswer('no_output', 'The agent ended without any output.');
  const objects = objectsIn(text);
  const last = objects.at(-1);
  if (last === undefined) {
    return failedAnswer('garbage', 'The output of the agent contains no JSON object.', text);
  }
  const claim = parseClaim(last);
  if (claim === undefined) {
    return failedAnswer('wrong_schema', 'The last JSON object of the agent is not a result.', last);
  }
  const claims = objects.flatMap((object) => parseClaim(object) ?? []);
  if (new Set(claims.map((one) => canonicalJson(one))).size > 1) {
    return failedAnswer('two_results', 'The agent gave several results, and they differ.');
  }
  return checkedResult(claim, ids);
}

// What has these says that it is a result. A request that is printed has no status.
const claimed = z.looseObject({ status: z.unknown(), summary: z.unknown().optional() });
type Claim = z.infer<typeof claimed>;

const longest = 1_000_000;
const longestSummary = 4_000;

function parseClaim(text: string): Claim | undefined {
  if (!text.includes('"status"') || text.length > longest) return undefined;
  const { data } = claimed.safeParse(parseJson(text));
  if (data === undefined || !('status' in data)) return undefined;
  return 'summary' in data || 'schema_version' in data ? data : undefined;
}

const few = agentResult
  .pick({ schema_version: true, run_id: true, task_id: true, status: true })
  .extend({ summary: z.string() });

/** Only what is used can break it: how long the summary is, or what else was told, is no reason to hear nothing. */
function checkedResult(claim: Claim, ids: AnswerIds): AnswerReading {
  const { data: used, error } = few.safeParse(claim);
  if (used === undefined) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') ?? '';
    return failedAnswer(
      'wrong_schema',
      `The result of the agent breaks the contract at ${place}.`,
      issue?.message,
    );
  }
  const summary = used.summary.slice(0, longestSummary).toWellFormed();
  const data = agentResult.safeParse({ ...claim, summary }).data ?? { ...used, summary };
  const { run_id: run = ids.run_id, task_id: task = ids.task_id } = data;
  if (run !== ids.run_id || task !== ids.task_id) {
    return failedAnswer(
      'wrong_ids',
      `The agent answered for task ${task} of run ${run}, but was asked for task ${ids.task_id} of run ${ids.run_id}.`,
    );
  }
  return { kind: 'result', result: { ...data, run_id: run, task_id: task } };
}
