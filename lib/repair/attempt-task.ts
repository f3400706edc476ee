import { newPath, touchedPaths, type DiffEntry } from './rules/verdict/diff.ts';
import { judgeAgent } from './rules/verdict/judge-agent.ts';
import { judgeDiff } from './rules/verdict/judge-diff.ts';
import {
  contradictsSuccess,
  judgeValidation,
  provesSuccess,
} from './rules/verdict/judge-validation.ts';
import type { Rejection } from './rules/verdict/rejection.ts';
import { judgeResolution } from './rules/verdict/resolution.ts';
import { newContents, judgeTakenBack } from './rules/verdict/taken-back.ts';
import type { AttemptResult } from '#model/attempt.ts';
import type { Cost } from '#model/cost.ts';
import type { Sha } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import type { AgentTrouble } from './rules/session/agent-trouble.ts';
import { judgingRuns } from './rules/session/narrow-runs.ts';
import { isFindingOfTask } from './rules/session/own-findings.ts';
import { allFindings, type FindingsSnapshot } from './rules/session/findings-snapshot.ts';
import { requestFor, requestScope } from './rules/tasks/agent-request.ts';
import type { Agent } from '#agents/contract.ts';
import type { Copy } from '#check/needs/copies.ts';
import { toolModules } from '#check/tool-modules.ts';
import { judgeInHeld, withoutSeal } from './judge-in-held.ts';
import type { AttemptStage } from './needs/session-progress.ts';
import { configFacts } from './session/config-facts.ts';
import { type Judged, keepAttempt } from './session/keep-attempt.ts';
import { createStageTimes } from './session/stage-times.ts';
import { type AgentDone, runAgentInCopy } from './session/run-agent-in-copy.ts';
import type { SessionContext, RepairServices } from './session/session.ts';
import { renamesIn } from './session/collect-snapshot.ts';
import { compareSettings } from './evidence/compare-settings.ts';
import { judgeSilencing } from './evidence/judge-silencing.ts';
import { judgeVanished } from './evidence/judge-vanished.ts';
import { gatherEvidence } from './evidence/gather-evidence.ts';
import { validateAttempt } from './validate-attempt.ts';

export interface AttemptInput {
  readonly task: Task;
  readonly agent: Agent;
  /** What the attempt begins with. */
  readonly tree: Sha;
  readonly snapshot: FindingsSnapshot;
  /** Whether others changed files of the task since the snapshot was taken. */
  readonly isOvertaken: boolean;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
  readonly at: (stage: AttemptStage) => void;
  /** Told what the agent consumed as soon as that is known, for what comes after it may break. */
  readonly spent: (cost: Cost) => void;
  /** Waits until one more agent may run, and gives the place back. */
  readonly withPlace: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export interface Attempted {
  /** The tree that it began with where nothing was left to do. */
  readonly result: Sha;
  /** All that speaks against it. */
  readonly reasons: readonly Rejection[];
  /** What refuses nothing, and is told. */
  readonly warnings: readonly Rejection[];
  readonly isBlocked: boolean;
  /** What kept the agent from its work, where it was nothing about the task. */
  readonly trouble?: AgentTrouble;
  readonly paths: readonly string[];
  readonly facts: Pick<
    AttemptResult,
    'agentExitCode' | 'validationExitCode' | 'diffStats' | 'artifacts' | 'cost' | 'summary'
  >;
}

/** One try at a task in a copy of its own: the agent works, then we judge what it made. */
export async function attemptTask(
  deps: RepairServices,
  session: SessionContext,
  input: AttemptInput,
): Promise<Attempted> {
  const { agent, tree } = input;
  const hidden = agent.kind === 'fixes' ? [] : agent.masks;
  const times = createStageTimes(deps.clock, input.at);
  const at = times.at;
  at('copying');
  const copy = await deps.copies.open(tree, { hidden, linked: session.linked });
  let isClean = false;
  try {
    if (await isDoneAlready(deps, session, { ...input, copy })) return nothingToDo(tree);
    const held = session.check.environment?.hold();
    const done = await input.withPlace(() => {
      at('agent');
      return runAgentOnTask(deps, session, { ...input, copy });
    });
    input.spent(totalCost(done));
    const result = await copy.result();
    const diff = await deps.trees.compare(tree, result);
    const judged = await judgeInHeld(held, () =>
      judgeAttempt(deps, withoutSeal(session), { ...input, at, copy, done, result, diff }),
    );
    isClean = judged.validated !== undefined && !input.signal.aborted;
    const kept = await keepAttempt(deps, session, { ...input, done, result, diff, judged });
    return {
      result,
      reasons: judged.reasons,
      isBlocked: isBlocked(done),
      warnings: judged.warnings,
      ...(done.trouble && { trouble: done.trouble }),
      paths: diff.flatMap(touchedPaths),
      facts: {
        ...kept,
        summary: { ...kept.summary, stageMs: { ...times.end() } },
        diffStats: countDiff(diff),
        cost: totalCost(done),
      },
    };
  } finally {
    // What was refused unseen may be of any size, and may still be written to.
    await (isClean ? copy.release() : copy.remove());
  }
}

/** No agent is paid for what another change has already done. */
async function isDoneAlready(
  deps: RepairServices,
  session: SessionContext,
  { task, agent, snapshot, tree, isOvertaken, copy }: AttemptInput & { readonly copy: Copy },
): Promise<boolean> {
  if (!isOvertaken || agent.kind === 'fixes') return false;
  const validated = await validateAttempt(deps, session, {
    task,
    snapshot,
    folder: copy.path,
    tree,
    before: tree,
    touched: [],
    renames: new Map(),
  });
  return judgeValidation(task, validated).length === 0;
}

function nothingToDo(tree: Sha): Attempted {
  const facts = { summary: {}, artifacts: [] };
  return { result: tree, reasons: [], warnings: [], isBlocked: false, paths: [], facts };
}

async function runAgentOnTask(
  deps: RepairServices,
  session: SessionContext,
  { task, agent, snapshot, copy, signal }: AttemptInput & { readonly copy: Copy },
): Promise<AgentDone> {
  const { run, check, settings } = session;
  const own = allFindings(snapshot).filter((known) => isFindingOfTask(task, known));
  const findings = own.map(({ finding }) => finding);
  const plans = judgingRuns(
    task,
    snapshot.runs.map(({ scheduled }) => scheduled),
  );
  const tools = await deps.toolsFor({
    plans: plans.map(({ plan }) => plan),
    tool: task.tool,
    commands: task.validation.commands,
    copy: copy.path,
    links: copy.links,
  });
  const request = requestFor({
    run,
    task: { ...task, findingIds: findings.map(({ id }) => id) },
    copyPath: copy.path,
    repoPath: check.repository,
    limits: settings.limits,
    findings,
    judging: tools,
    previousAttempts: await deps.runs.listAttempts(run.id, task.id),
    fence: deps.ids.token(),
  });
  const attempt = { runId: run.id, taskId: task.id, attemptNo: task.attemptNo };
  return runAgentInCopy(deps, session, { agent, request, tools, copy, snapshot, attempt, signal });
}

interface Made extends AttemptInput {
  readonly copy: Copy;
  readonly done: AgentDone;
  readonly result: Sha;
  readonly diff: readonly DiffEntry[];
}

/** What is refused for its change is not run: it costs time and may do harm. All else is, whatever its agent says. */
async function judgeAttempt(
  deps: RepairServices,
  session: SessionContext,
  made: Made,
): Promise<Judged> {
  const { task, done, diff } = made;
  const change = await judgeChange(deps, session, made);
  // Where others changed the tree since it was judged, there may be nothing left to do.
  const mayBeDone = diff.length === 0 && made.tree !== made.snapshot.tree;
  const unseen = judgeAgent(done.ending, undefined);
  const isRefused = change.reasons.length > 0 || isBlocked(done) || made.signal.aborted;
  const early = [...unseen.reasons, ...change.reasons];
  if (isRefused && !mayBeDone) return { reasons: early, warnings: change.warnings };
  const validated = await validateResult(deps, session, made);
  const failed = judgeValidation(task, validated);
  if (mayBeDone) {
    return { reasons: failed.length === 0 ? [] : early, warnings: change.warnings, validated };
  }
  const contradicts = contradictsSuccess(task, validated);
  const agent = judgeAgent(done.ending, { failed, contradicts, proves: provesSuccess(task) });
  const { tree: before, result: after } = made;
  const against = [...failed, ...agent.reasons];
  if (against.length === 0 && !made.signal.aborted) {
    const heard = { ...made, before, after, told: validated.told };
    against.push(...(await compareSettings(deps, session, heard)));
    against.push(...(await judgeSilencing(deps, session, heard)));
  }
  // Whatever else was refused need not be looked into.
  const shown =
    against.length > 0 || made.signal.aborted
      ? undefined
      : await gatherEvidence(deps, session, { ...made, before, after });
  return {
    reasons: [...against, ...(shown?.reasons ?? [])],
    warnings: [...change.warnings, ...agent.warnings, ...(shown?.warnings ?? [])],
    validated,
    ...(shown?.evidence !== undefined && { evidence: shown.evidence }),
  };
}

/** It asks a person, who is not to be surprised by what it left behind. */
function isBlocked({ ending }: AgentDone): boolean {
  return ending.kind === 'answered' && ending.claim === 'blocked';
}

async function validateResult(deps: RepairServices, session: SessionContext, made: Made) {
  const { task, diff } = made;
  made.at('validating');
  await made.copy.settle(made.result);
  const gone = new Set(diff.filter(({ newMode }) => newMode === null).map(({ path }) => path));
  return validateAttempt(deps, session, {
    task,
    folder: made.copy.path,
    tree: made.result,
    touched: diff.map(({ path }) => path).filter((path) => !gone.has(path)),
    gone,
    renames: renamesIn(diff),
    snapshot: made.snapshot,
    before: made.tree,
  });
}

async function judgeChange(
  deps: RepairServices,
  session: SessionContext,
  made: Made,
): Promise<Judged> {
  const { task, tree, diff, copy } = made;
  const { settings, check, takenBack = [] } = session;
  const { paths, links } = await deps.trees.list(tree);
  const before = new Map(diff.map(({ path, oldPath = path, oldText }) => [oldPath, oldText]));
  const verdict = judgeDiff(diff, {
    limits: settings.limits,
    request: requestScope(task, settings.limits),
    engines: [...check.engines.values()],
    configuration: await configFacts(deps, session, { folder: copy.path, paths, before }),
    toolModules: diff.some(newPath) ? await toolModules(deps, check) : new Set(),
    existingPaths: paths,
    existingLinks: links,
  });
  const { warnings } = verdict;
  const reasons = [
    ...(verdict.kind === 'rejected' ? verdict.reasons : []),
    ...judgeTakenBack(newContents(diff), takenBack),
    ...(await judgeVanished(deps, copy.path, { ...made, before: tree, after: made.result })),
  ];
  if (task.taskType !== 'resolve_conflict') return { reasons, warnings };
  // Between the markers stood the tests of both sides, so fewer are left than there were.
  const others = reasons.filter(({ code }) => code !== 'TEST_DELETED');
  return { reasons: [...others, ...judgeResolution(diff, task.targets.files)], warnings };
}

function countDiff(diff: readonly DiffEntry[]): NonNullable<AttemptResult['diffStats']> {
  return {
    filesChanged: diff.length,
    insertions: diff.reduce((sum, { addedLines }) => sum + addedLines, 0),
    deletions: diff.reduce((sum, { removedLines }) => sum + removedLines, 0),
  };
}

function totalCost({ cost, plan }: AgentDone): Cost {
  const usd = plan?.carriedOut.usd ?? 0;
  return usd === 0 ? cost : { ...cost, usd: cost.usd + usd };
}
