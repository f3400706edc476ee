import type { AgentEnding } from '../rules/verdict/judge-agent.ts';
import type { Cost } from '#model/cost.ts';
import type { AttemptStart } from '#model/attempt.ts';
import type { AgentRequest } from '#model/agent-request.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import { type AgentTrouble, classifyTrouble } from '../rules/session/agent-trouble.ts';
import type { Agent, FixingAgent, StartedAgent } from '#agents/contract.ts';
import type { Copy } from '#check/needs/copies.ts';
import type { AgentTools } from '../agent-tools.ts';
import { fixCommands } from '../fix-commands.ts';
import { type AgentRun, runAgent } from '../run-agent.ts';
import type { PlanResult, SessionContext, RepairServices } from './session.ts';
import { storeArtifact } from '#check/store-artifact.ts';
import type { FindingsSnapshot } from '../rules/session/findings-snapshot.ts';

export interface AgentWork {
  readonly agent: Agent;
  readonly request: AgentRequest;
  readonly tools: AgentTools;
  readonly copy: Copy;
  /** What the engines said of the tree. */
  readonly snapshot: Pick<FindingsSnapshot, 'runs'>;
  /** Names the attempt among all others. */
  readonly attempt: Pick<AttemptStart, 'attemptNo' | 'runId' | 'taskId'>;
  readonly signal: AbortSignal;
}

/** What an agent did, before it is judged. */
export interface AgentDone {
  readonly ending: AgentEnding;
  readonly cost: Cost;
  /** What kept it from its work, where that says nothing about the task. */
  readonly trouble?: AgentTrouble | undefined;
  readonly exitCode?: number | undefined;
  readonly outputs?: Pick<AgentRun, 'prompt' | 'stdout' | 'stderr'>;
  /** The plan that was executed for it. */
  readonly plan?: { readonly plan: StructuredPlan; readonly carriedOut: PlanResult };
  /** What the agent itself says of its work. */
  readonly says?: unknown;
}

const noCost: Cost = { usd: 0, source: 'none' };

/** Lets an agent of any kind work in a copy. */
export async function runAgentInCopy(
  deps: RepairServices,
  session: SessionContext,
  work: AgentWork,
): Promise<AgentDone> {
  const { agent } = work;
  return agent.kind === 'fixes'
    ? repairByEngine(deps, session, { ...work, agent })
    : runStartedAgent(deps, session, { ...work, agent });
}

async function repairByEngine(
  deps: RepairServices,
  { check }: SessionContext,
  { agent, request, copy, snapshot, attempt, signal }: AgentWork & { readonly agent: FixingAgent },
): Promise<AgentDone> {
  const scratch = await deps.scratch.create({ shared: true });
  try {
    const engine = check.engines.get(request.tool);
    const plans = check.schedule.entries
      .filter((one) => one.engine === request.tool && one.how === 'run')
      .map(({ plan }) => plan);
    const { files } = request.targets;
    const unsafe = request.task_type === 'autofix_unsafe';
    const versionOf = (root: string) =>
      snapshot.runs.find(
        ({ scheduled }) => scheduled.engine === request.tool && scheduled.plan.root === root,
      )?.outcome.toolVersion;
    const commands =
      engine === undefined
        ? []
        : fixCommands({
            ...check,
            engine,
            plans,
            files,
            unsafe,
            versionOf,
            folder: copy.path,
            scratch,
          });
    const made = agent.plan({ engine: request.tool, commands });
    if (made.kind === 'unable') {
      return { ending: { kind: 'failed', problem: made.reason }, cost: noCost };
    }
    const carriedOut = await executePlanInCopy(deps, made.plan, { copy, signal, attempt });
    return {
      ending: endingOfPlan(carriedOut, made.plan.title),
      cost: noCost,
      plan: { plan: made.plan, carriedOut },
    };
  } finally {
    await deps.scratch.remove(scratch);
  }
}

async function runStartedAgent(
  deps: RepairServices,
  { settings }: SessionContext,
  { agent, request, tools, copy, attempt, signal }: AgentWork & { readonly agent: StartedAgent },
): Promise<AgentDone> {
  const { runId, taskId, attemptNo } = attempt;
  const opened = await deps.agents.open(agent, `${runId}/${taskId}/${attemptNo}`);
  try {
    const run = await runAgent(deps, {
      agent,
      request,
      tools,
      copy: copy.path,
      program: deps.agents.programOf(agent),
      settings: deps.agents.settingsOf(agent.id),
      gateway: opened?.gateway ?? null,
      timeoutMs: settings.attemptMs,
      maxDiskBytes: settings.maxCopyBytes,
      signal,
    });
    await opened?.access.close();
    const { access } = opened ?? {};
    const done = withMeteredCost(run, {
      metered: await access?.cost(),
      seen: await access?.trouble(),
    });
    if (run.answer.kind !== 'plan') return done;
    const carriedOut = await executePlanInCopy(deps, run.answer.plan, { copy, signal, attempt });
    const ending = endingOfPlan(carriedOut, run.answer.plan.title);
    return { ...done, ending, plan: { plan: run.answer.plan, carriedOut } };
  } finally {
    await opened?.access.close();
  }
}

interface SeenByGateway {
  readonly metered: Cost | undefined;
  readonly seen: AgentTrouble | undefined;
}

/** The gateway saw every call; a program may be wrong or silent about them. */
function withMeteredCost(run: AgentRun, { metered, seen }: SeenByGateway): AgentDone {
  const { answer, ending, exitCode, prompt, stdout, stderr } = run;
  const used = metered !== undefined && (metered.requests ?? 0) > 0;
  return {
    ending,
    cost: used ? metered : answer.cost,
    exitCode,
    outputs: { prompt, stdout, stderr },
    trouble: answer.kind === 'failed' ? (seen ?? classifyTrouble(answer)) : undefined,
    ...(answer.kind === 'result' && { says: answer.result }),
  };
}

function executePlanInCopy(
  deps: RepairServices,
  plan: StructuredPlan,
  { copy, signal, attempt }: Pick<AgentWork, 'attempt' | 'copy' | 'signal'>,
): Promise<PlanResult> {
  const { runId, taskId, attemptNo } = attempt;
  return deps.carryOut(plan, {
    folder: copy.path,
    leaveOut: copy.links,
    signal,
    keepScreenshot: async (stepId, { name, png }) => {
      const plain = name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 80);
      const file = `screenshots/${taskId}/${attemptNo}/${stepId}-${plain}.png`;
      await storeArtifact(deps, { runId, name: file, kind: 'screenshot', body: png });
    },
  });
}

function endingOfPlan({ kind, sentence }: PlanResult, title: string): AgentEnding {
  if (kind === 'succeeded') return { kind: 'answered', claim: 'success', summary: title };
  if (kind === 'blocked') return { kind: 'answered', claim: 'blocked', summary: sentence };
  return { kind: 'failed', problem: sentence };
}
