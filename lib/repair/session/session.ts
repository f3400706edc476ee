import type { DiffLimits } from '../rules/verdict/rules.ts';
import type { ExecutionProgress } from '../rules/plan/progress.ts';
import type { Sha, WorkerId } from '#model/ids.ts';
import type { Run } from '#model/run.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { TakenBackPlace } from '#model/run-brief.ts';
import type { RetryPolicy } from '#model/task.ts';
import type { AgentStanding, AgentTrouble } from '../rules/session/agent-trouble.ts';
import type { CheckpointRule } from '../rules/session/checkpoint.ts';
import type { AcceptedChange } from '../rules/session/accepted-change.ts';
import type { WantedSkips } from '../rules/tasks/by-skipped-file.ts';
import type { AllowedTasks } from '../rules/tasks/task-policy.ts';
import type { TaskLimits } from '../rules/tasks/draft.ts';
import type { Agent, GatewayEndpoint, StartedAgent } from '#agents/contract.ts';
import type { ArtifactKeeper } from '#model/needs/artifacts.ts';
import type { Screenshot } from '../needs/browser.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { EventLog } from '../needs/events.ts';
import type { TokenSource } from '#model/needs/ids.ts';
import type { Log } from '#base/needs/log.ts';
import type { GatewayAccess } from '../needs/model-gateway.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { SessionProgress } from '../needs/session-progress.ts';
import type { Trees } from '../needs/trees.ts';
import type { AgentTools, ToolsWanted } from '../agent-tools.ts';
import type { AgentSettings } from '../run-agent.ts';
import type { ValidationServices } from '../validate-attempt.ts';
import type { SnapshotInput } from './collect-snapshot.ts';

/** What a session asks of the store of runs. */
type SessionRuns = Pick<
  RunStore,
  | 'addArtifact'
  | 'addFindings'
  | 'addTasks'
  | 'claimNextTask'
  | 'countFindings'
  | 'createAttempt'
  | 'finishAttempt'
  | 'listAccepted'
  | 'listArtifacts'
  | 'listAttempts'
  | 'listTasks'
  | 'recordAccepted'
  | 'renewLease'
  | 'updateTaskStatus'
>;

export interface RepairServices extends ValidationServices {
  readonly runs: SessionRuns;
  readonly artifacts: ArtifactKeeper;
  readonly events: Pick<EventLog, 'emit'>;
  readonly trees: Trees;
  readonly clock: Clock;
  readonly ids: TokenSource;
  readonly log: Log;
  readonly session: SessionProgress;
  readonly agents: SessionAgents;
  readonly toolsFor: (wanted: ToolsWanted) => Promise<AgentTools>;
  readonly carryOut: (plan: StructuredPlan, place: PlanPlace) => Promise<PlanResult>;
}

/** Who can repair here. */
export interface SessionAgents {
  find(id: string): Agent | undefined;
  settingsOf(id: string): AgentSettings;
  /** The program with its first arguments; undefined where none was found. */
  programOf(agent: StartedAgent): readonly string[] | undefined;
  /** Lets one attempt of this agent at the models; undefined: it uses an account of its own. */
  open(
    agent: StartedAgent,
    attempt: string,
  ): Promise<{ readonly gateway: GatewayEndpoint; readonly access: GatewayAccess } | undefined>;
}

export interface SessionSettings {
  /** Agent ids, first one first. */
  readonly order: readonly string[];
  readonly maxWorkers: number;
  readonly maxAgents: number;
  /** Most dollars of all attempts together. */
  readonly budgetUsd: number;
  readonly limits: DiffLimits;
  readonly maxCopyBytes: number;
  readonly retryPolicy: RetryPolicy;
  readonly checkpoint: CheckpointRule;
  readonly allowed: AllowedTasks;
  readonly taskLimits: TaskLimits;
  readonly skips: WantedSkips;
  readonly attemptMs: number;
  readonly sessionMs: number;
  readonly leaseMs: number;
}

/** What became of a plan. */
export interface PlanResult {
  readonly kind: 'succeeded' | 'failed' | 'blocked' | 'stopped' | 'refused';
  /** Why, unless it succeeded. */
  readonly sentence: string;
  readonly usd: number;
  /** Absent where the plan was refused. */
  readonly progress?: ExecutionProgress | undefined;
}

export interface PlanPlace {
  /** Absolute. */
  readonly folder: string;
  readonly leaveOut: readonly string[];
  readonly signal: AbortSignal;
  /** Keeps a picture that a step took. */
  readonly keepScreenshot: (stepId: number, screenshot: Screenshot) => Promise<void>;
}

export interface SessionContext extends SnapshotInput {
  readonly run: Run;
  readonly settings: SessionSettings;
  readonly worker: WorkerId;
  /** What the result stands on: the head, and what was merged into it. */
  readonly parents: readonly Sha[];
  /** Where people took back what a fixup had done; absent: nowhere. */
  readonly takenBack?: readonly TakenBackPlace[] | undefined;
  /** Fires when the session is to stop: interrupted, or out of time. */
  readonly stop: AbortSignal;
}

/** What a session has come to so far; it grows by what is accepted. */
export interface SessionState {
  /** With everything that was accepted. */
  tree: Sha;
  readonly accepted: AcceptedChange[];
  /** Accepted since all engines ran. */
  acceptedSince: number;
  lastSnapshotAt: number;
  spentUsd: number;
  /** Agents that got into trouble, by their ids. */
  readonly standings: Map<string, AgentStanding>;
  /** What differs between runs of the untouched tree, in sentences. */
  noise: readonly string[];
  /** Why a task was given up that no agent could work on: the first such reason. */
  givenUp?: AgentTrouble;
}
