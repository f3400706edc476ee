import * as z from 'zod';
import { answerFromDiff } from '../rules/answer/answer-from-diff.ts';
import type { DiffEntry } from '../rules/verdict/diff.ts';
import type { ArtifactName } from '#model/artifact.ts';
import type { AttemptResult } from '#model/attempt.ts';
import type { Sha } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import type { TestEvidence } from '#model/test-evidence.ts';
import { suggestRemarks } from '../rules/verdict/suggest-remarks.ts';
import type { SuggestedChange } from '#model/suggested-change.ts';
import type { Rejection } from '../rules/verdict/rejection.ts';
import type { Validated } from '../validate-attempt.ts';
import type { AgentDone } from './run-agent-in-copy.ts';
import type { SessionContext, RepairServices } from './session.ts';
import { type NewArtifact, storeArtifact } from '#check/store-artifact.ts';

export interface Judged {
  readonly reasons: readonly Rejection[];
  readonly warnings: readonly Rejection[];
  /** Absent where nothing was left to validate. */
  readonly validated?: Validated;
  /** What the tests behind it can refuse; absent: none were looked into. */
  readonly evidence?: TestEvidence;
}

export interface AttemptToKeep {
  readonly task: Task;
  readonly agent: { readonly id: string };
  readonly tree: Sha;
  readonly result: Sha;
  readonly diff: readonly DiffEntry[];
  readonly done: AgentDone;
  readonly judged: Judged;
}

type Kept = Pick<AttemptResult, 'agentExitCode' | 'artifacts' | 'summary' | 'validationExitCode'>;

/** Keeps all that tells how an attempt went, also where it failed: what was said, what was made, what was executed. */
export async function keepAttempt(
  deps: RepairServices,
  { run, check }: SessionContext,
  { task, agent, tree, result, diff, done, judged }: AttemptToKeep,
): Promise<Kept> {
  const place = `${task.id}/${task.attemptNo}`;
  const names: ArtifactName[] = [];
  const keep = async (artifact: Pick<NewArtifact, 'name' | 'kind' | 'body'>): Promise<void> => {
    names.push(await storeArtifact(deps, { runId: run.id, tool: agent.id, ...artifact }));
  };
  for (const kind of ['prompt', 'stdout', 'stderr'] as const) {
    const text = done.outputs?.[kind] ?? '';
    if (text !== '') await keep({ name: `attempts/${place}/${kind}.txt`, kind, body: text });
  }
  if (done.plan?.carriedOut.progress !== undefined) {
    const { plan, carriedOut } = done.plan;
    const body = JSON.stringify({ plan, progress: carriedOut.progress });
    await keep({ name: `plans/${place}.json`, kind: 'json', body });
  }
  if (result !== tree && !judged.reasons.some(({ code }) => oversized.has(code))) {
    const body = await deps.trees.patch(tree, result);
    await keep({ name: `attempts/${place}/change.patch`, kind: 'diff', body });
  }
  const { validated } = judged;
  return {
    artifacts: names,
    ...(done.exitCode !== undefined && { agentExitCode: done.exitCode }),
    ...(validated?.exitCode !== undefined && { validationExitCode: validated.exitCode }),
    summary: summarizeAttempt(done, diff, {
      ...judged,
      suggestions: suggestRemarks({
        diff,
        reasons: judged.reasons,
        engine: check.engines.get(task.tool),
      }),
    }),
  };
}

/** What was refused for its size would fill a disk. */
const oversized: ReadonlySet<Rejection['code']> = new Set(['TOO_MANY_FILES', 'UNREADABLE_FILE']);

function summarizeAttempt(
  { ending, says, plan }: AgentDone,
  diff: readonly DiffEntry[],
  {
    reasons,
    warnings,
    validated,
    evidence,
    suggestions,
  }: Judged & { readonly suggestions: readonly SuggestedChange[] },
): Kept['summary'] {
  const isSilent = says === undefined && plan === undefined;
  const isAccepted = reasons.length === 0;
  const told: unknown = JSON.parse(
    JSON.stringify({
      ending,
      says,
      ...(isSilent && diff.length > 0 && { result: answerFromDiff(diff, { isAccepted }) }),
      warnings,
      evidence,
      ...(suggestions.length > 0 && { suggestions }),
      validated: validated && { ...validated, tests: undefined, told: undefined },
    }),
  );
  return summaryShape.parse(told);
}

const summaryShape = z.record(z.string(), z.json());
