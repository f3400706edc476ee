import type { DiffLimits, RequestScope } from '../verdict/rules.ts';
import { type AgentRequest, agentRequest } from '#model/agent-request.ts';
import type { Attempt } from '#model/attempt.ts';
import type { Finding } from '#model/finding.ts';
import type { Run } from '#model/run.ts';
import type { NewTask } from '#model/task.ts';
import type { ValidationSpec } from '#model/validation.ts';
import { unmaskFolder } from '#check/rules/outcome/movable.ts';
import { standingRules } from '../prompts/standing-rules.ts';
import { taskPrompt } from '../prompts/task-prompt.ts';
import { describeFinding, withoutFindings } from './describe-task.ts';
import { compareByLocation } from './draft.ts';
import { shellLine } from './shell-line.ts';
import { permitsOf } from './task-policy.ts';
import { shortened } from '#base/plain-text.ts';

export interface RequestInput {
  readonly run: Pick<Run, 'id'>;
  readonly task: NewTask;
  /** The copy to edit, absolute. */
  readonly copyPath: string;
  /** Absolute. */
  readonly repoPath: string;
  readonly limits: DiffLimits;
  /** Those of the task. */
  readonly findings: readonly Finding[];
  /** At this task. */
  readonly previousAttempts: readonly Attempt[];
  /** How what judges is started in the copy. */
  readonly judging: JudgingCommands;
  /** Random, new for each request. */
  readonly fence: string;
  /** Where the state of the run at its start is kept. */
  readonly baselineSummaryRef?: string;
}

/** What judges a task, as a shell in the copy can start it. */
export interface JudgingCommands {
  /** The commands of the task, in their order. */
  readonly lines: readonly string[];
  readonly tools: AgentRequest['validation']['tools'];
}

/** What an agent is asked for one attempt at a task. */
export function requestFor(input: RequestInput): AgentRequest {
  const { run, task, limits, fence, previousAttempts } = input;
  // A test that is named after its file has another name in each copy.
  const here = (text: string): string => unmaskFolder(text, input.copyPath);
  // As the description of the task lists them.
  const own = input.findings.toSorted(compareByLocation);
  const told = {
    task_type: task.taskType,
    tool: task.tool,
    allowed_paths: [...allowedPaths(task, limits)],
    read_only_paths: [...new Set([...limits.readOnlyPaths, ...limits.protectedPaths])],
    targets: {
      files: task.targets.files,
      test_ids: task.targets.testIds.map(here),
      modules: task.targets.modules,
    },
    validation: onTheWire(task.validation, here, input.judging),
    constraints: {
      max_files_changed: limits.maxFilesChanged,
      max_lines_changed: limits.maxLinesChanged,
      forbid_delete_paths: [...limits.forbidDeletePaths],
    },
  };
  const prompt = taskPrompt({
    request: told,
    description: `${task.title}\n\n${withoutFindings(task.description, own)}`,
    findings: own.map((finding) => describeFinding(finding)),
    failures: retryContext(previousAttempts),
    fence,
  });
  return agentRequest.parse({
    ...told,
    schema_version: 1,
    run_id: run.id,
    task_id: task.id,
    repo_path: input.repoPath,
    workspace_path: input.copyPath,
    context: requestContext(input, own),
    instructions: { system_prompt: standingRules, task_prompt: here(prompt) },
  });
}

/** The part of the rules for a diff that comes from its task. */
export function requestScope(
  task: Pick<NewTask, 'taskType' | 'targets'>,
  limits: Pick<DiffLimits, 'allowedPaths' | 'readOnlyPaths'>,
): RequestScope {
  return {
    allowedPaths: allowedPaths(task, limits),
    readOnlyPaths: limits.readOnlyPaths,
    permits: permitsOf(task.taskType),
  };
}

/** A task that may do what others may not may do it only in its own files. */
function allowedPaths(
  { taskType, targets }: Pick<NewTask, 'taskType' | 'targets'>,
  limits: Pick<DiffLimits, 'allowedPaths'>,
): readonly string[] {
  const permits = permitsOf(taskType).filter((permit) => permit !== 'configuration');
  const narrow = taskType === 'resolve_conflict' || permits.length > 0;
  return narrow ? targets.files.map((path) => asPattern(path)) : limits.allowedPaths;
}

/** What patterns give a meaning stands for any one character here, itself among them. */
function asPattern(path: string): string {
  return path.replaceAll(/[*{}]/g, '?');
}

function onTheWire(
  { commands, successCriteria }: ValidationSpec,
  here: (text: string) => string,
  { lines, tools }: JudgingCommands,
): AgentRequest['validation'] {
  const { requireExitCode0, maxNewFindings, minCoverageDelta } = successCriteria;
  return {
    commands: commands.map(({ timeoutMs, ...command }, index) => ({
      ...command,
      args: command.args.map(here),
      timeout_seconds: timeoutMs / 1000,
      line: lines[index] ?? shellLine(command.args),
    })),
    tools: [...tools],
    success_criteria: {
      require_exit_code_0: requireExitCode0,
      ...(maxNewFindings !== undefined && { max_new_findings: maxNewFindings }),
      ...(minCoverageDelta !== undefined && { min_coverage_delta: minCoverageDelta }),
    },
  };
}

function requestContext(
  { previousAttempts, baselineSummaryRef }: RequestInput,
  own: readonly Finding[],
): AgentRequest['context'] {
  return {
    ...(baselineSummaryRef !== undefined && { baseline_summary_ref: baselineSummaryRef }),
    findings_refs: [...new Set(own.flatMap(({ rawRef }) => rawRef ?? []))],
    previous_attempt_refs: previousAttempts.flatMap((attempt) => attempt.artifacts ?? []),
  };
}

/** Why the attempts at a task failed, oldest first; where that is too much, what is oldest is left out. */
export function retryContext(attempts: readonly Attempt[]): readonly string[] {
  const all = attempts
    .filter(({ status }) => status === 'failed')
    .toSorted((a, b) => a.attemptNo - b.attemptNo)
    .flatMap((attempt) => explainFailure(attempt));
  const kept: string[] = [];
  let length = 0;
  for (const sentence of all.toReversed()) {
    length += sentence.length;
    if (length > longest) break;
    kept.push(sentence);
  }
  return kept.toReversed();
}

/** A prompt holds about as much of it. */
const longest = 9_000;

const longestSentence = 1_000;

function explainFailure({ attemptNo, verdict, reason }: Attempt): readonly string[] {
  const reasons = verdict?.kind === 'rejected' ? verdict.reasons : [];
  const sentences = reasons.map(({ sentence }) => sentence);
  const told = sentences.length > 0 ? sentences : [reason ?? 'It failed without a reason.'];
  return [...new Set(told)].map(
    (sentence) => `Attempt ${attemptNo}: ${shortened(sentence, longestSentence)}`,
  );
}
