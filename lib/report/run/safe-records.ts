import type { Attempt } from '#model/attempt.ts';
import type { Cost } from '#model/cost.ts';
import type { Finding } from '#model/finding.ts';
import {
  type ReportedAttempt,
  reportedAttempt,
  type ReportedTask,
  stageTimes,
  type ToldFinding,
} from '#model/run-report.ts';
import type { Task } from '#model/task.ts';
import { ruleName } from '#check/rules/findings/rule-name.ts';
import type { Run } from '#model/run.ts';
import { type SessionSummary, sessionSummary } from '#model/session-summary.ts';
import type { SuggestedChange } from '#model/suggested-change.ts';
import type { ChangedExpectation } from '#model/test-evidence.ts';
import type { VectorComponent } from '#model/vector-component.ts';
import { safeText } from '../safe-text.ts';

/** What a report says of a task by itself. */
export function safeTask(
  task: Task,
  attempts: readonly Attempt[],
): Omit<ReportedTask, 'findings' | 'accepted' | 'dropped' | 'plans'> {
  const { id, taskType, tool, priority, status, statusReason, dependsOn } = task;
  const reason = statusReason === undefined ? undefined : safeText(statusReason);
  return {
    id,
    title: safeText(task.title, 300),
    taskType,
    tool,
    priority,
    status,
    ...(reason !== undefined && { statusReason: reason }),
    files: task.targets.files.map((path) => safeText(path)),
    dependsOn,
    attempts: attempts.toSorted((a, b) => a.attemptNo - b.attemptNo).map(safeAttempt),
  };
}

export function safeFinding(finding: Finding): ToldFinding {
  const { tool, severity, filePath, line, testId, message } = finding;
  return {
    tool,
    severity,
    rule: safeText(ruleName(finding), 200),
    ...(filePath !== undefined && { filePath: safeText(filePath) }),
    ...(line !== undefined && { line }),
    ...(testId !== undefined && { testId: safeText(testId) }),
    message: safeText(message),
  };
}

function safeAttempt(attempt: Attempt): ReportedAttempt {
  const { attemptNo, status, reason, startedAt, finishedAt, summary, cost } = attempt;
  const { agentExitCode, validationExitCode, diffStats, verdict } = attempt;
  const { data: rests } = reportedAttempt.shape.evidence.safeParse(summary?.['evidence']);
  return {
    attemptNo,
    agent: safeText(attempt.agentName, 100),
    status,
    ...(reason !== undefined && { reason: safeText(reason) }),
    startedAt,
    ...(finishedAt !== undefined && { finishedAt }),
    stageMs: stageTimes.safeParse(summary?.['stageMs']).data ?? {},
    ...(agentExitCode !== undefined && { agentExitCode }),
    ...(validationExitCode !== undefined && { validationExitCode }),
    ...(diffStats !== undefined && { diffStats }),
    ...(verdict !== undefined && { verdict: safeVerdict(verdict) }),
    ...(rests !== undefined && { evidence: rests }),
    ...(cost !== undefined && { cost: safeCost(cost) }),
  };
}

function safeCost(cost: Cost): Cost {
  return cost.model === undefined ? cost : { ...cost, model: safeText(cost.model, 100) };
}

function safeVerdict(verdict: NonNullable<Attempt['verdict']>): NonNullable<Attempt['verdict']> {
  if (verdict.kind === 'accepted') return verdict;
  const reasons = verdict.reasons
    .slice(0, 50)
    .map(({ code, sentence }) => ({ code, sentence: safeText(sentence) }));
  return { kind: 'rejected', reasons };
}

/** The summary of a run that is over, safe to show; what is no summary of a session is none. */
export function safeSummary({ summary: stored }: Run): SessionSummary | null {
  const { data: summary } = sessionSummary.safeParse(stored);
  if (summary === undefined) return null;
  const { sentence, result, vector, dropped, checkpoints, engineErrors } = summary;
  return {
    ...summary,
    sentence: safeText(sentence),
    result: safeResult(result),
    vector: {
      ...vector,
      components: vector.components.map((one) => ({
        ...one,
        component: safeText(one.component, 300),
        measures: safeComponent(one.measures),
        sentence: safeText(one.sentence),
      })),
    },
    ...(summary.expectations && { expectations: summary.expectations.map(safeExpectation) }),
    ...(summary.suggestions && { suggestions: summary.suggestions.map(safeSuggestion) }),
    dropped: dropped.map((one) => ({ ...one, because: safeText(one.because) })),
    checkpoints: checkpoints.map((one) => ({ ...one, stage: safeText(one.stage, 100) })),
    engineErrors: engineErrors.map(({ engine, message }) => ({
      engine: safeText(engine, 100),
      message: safeText(message),
    })),
  };
}

function safeExpectation(one: ChangedExpectation): ChangedExpectation {
  return {
    test: safeText(one.test, 300),
    path: safeText(one.path, 300),
    before: safeText(one.before, 1_500),
    after: safeText(one.after, 1_500),
  };
}

function safeSuggestion(one: SuggestedChange): SuggestedChange {
  return {
    ...one,
    tool: safeText(one.tool, 100),
    path: safeText(one.path, 300),
    before: safeText(one.before, 1_500),
    after: safeText(one.after, 1_500),
  };
}

function safeComponent(component: VectorComponent): VectorComponent {
  switch (component.kind) {
    case 'new-findings': {
      const { kind, engine, root } = component;
      const place = root === undefined ? {} : { root: safeText(root, 300) };
      return { kind, engine: safeText(engine, 100), ...place };
    }
    case 'baseline':
      return { ...component, engine: safeText(component.engine, 100) };
    case 'number': {
      const { kind, engine, name } = component;
      return { kind, engine: safeText(engine, 100), name: safeText(name, 100) };
    }
    case 'coverage':
      return { ...component, path: safeText(component.path, 300) };
    case 'lost-tests':
    case 'skipped-tests':
    case 'suppressions':
    case 'configuration':
      return component;
  }
}

function safeResult(result: SessionSummary['result']): SessionSummary['result'] {
  switch (result.kind) {
    case 'branch':
      return { ...result, name: safeText(result.name, 300) };
    case 'refused':
      return { ...result, because: safeText(result.because) };
    case 'none':
    case 'patch':
    case 'changeset':
    case 'applied':
      return result;
  }
}
