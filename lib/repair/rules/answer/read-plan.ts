import * as z from 'zod';
import { structuredPlan } from '#model/structured-plan.ts';
import { canonicalJson, parseJson } from '#base/json.ts';
import type { PlanReading } from './answer.ts';
import { failedAnswer } from './failure.ts';
import { objectsIn } from './objects-in.ts';

/** The plan in what a planner said: its last JSON object, and the only plan in it. Never throws. */
export function readPlanAnswer(text: string): PlanReading {
  if (text.trim() === '') return failedAnswer('no_output', 'The planner ended without any output.');
  const objects = objectsIn(text);
  const last = objects.at(-1);
  if (last === undefined) {
    return failedAnswer('garbage', 'The output of the planner contains no JSON object.', text);
  }
  const claim = parsePlanClaim(last);
  if (claim === undefined) {
    return failedAnswer('wrong_schema', 'The last JSON object of the planner is not a plan.', last);
  }
  const claims = objects.flatMap((object) => parsePlanClaim(object) ?? []);
  if (new Set(claims.map((one) => canonicalJson(one))).size > 1) {
    return failedAnswer('two_results', 'The planner gave several plans, and they differ.');
  }
  return checkedPlan(claim);
}

// What has these says that it is a plan.
const claimed = z.looseObject({ schemaVersion: z.unknown(), steps: z.unknown() });
type Claim = z.infer<typeof claimed>;

/** It holds whole files. */
const longest = 16_000_000;

function parsePlanClaim(text: string): Claim | undefined {
  if (!text.includes('"schemaVersion"') || text.length > longest) return undefined;
  const { data } = claimed.safeParse(parseJson(text));
  return data !== undefined && 'schemaVersion' in data && 'steps' in data ? data : undefined;
}

function checkedPlan(claim: Claim): PlanReading {
  const { data, error } = structuredPlan.safeParse(claim);
  if (data === undefined) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') ?? '';
    return failedAnswer(
      'wrong_schema',
      `The plan breaks the contract at ${place}.`,
      issue?.message,
    );
  }
  return data.steps.length === 0
    ? failedAnswer('refused', 'The planner planned nothing.', data.title)
    : { kind: 'plan', plan: data };
}
