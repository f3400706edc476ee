import type { AgentAnswer, PlanAnswer } from '#repair/rules/answer/answer.ts';
import type { AgentRequest } from '#model/agent-request.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { ProcessEnd } from '#check/rules/outcome/run-facts.ts';
import type { Provider } from '#model/provider.ts';

/** An agent, as data and pure functions. The step runs the program; nothing here touches the world. */
export type Agent = StartedAgent | FixingAgent;

/** An agent that is a program. */
export type StartedAgent = ProgramAgent | PlannerAgent;

interface Named {
  readonly id: string;
  readonly title: string;
}

interface Started extends Named {
  /** Names under which the program may be installed, best first. None: the settings give the command. */
  readonly programs: readonly string[];
  /** Empty: it cannot tell its version, so it is not asked. */
  readonly versionArgs: readonly string[];
  /** The first group is the version. */
  readonly versionPattern: RegExp;
  /** What must be there before it can start. */
  readonly needs: readonly Need[];
  /** The API that its gateway must speak; any: it is told which; none: it cannot use a gateway. */
  readonly provider: Provider | 'any' | 'none';
  /** Files of the repository that steer it, as patterns: hidden while it runs, and never taken from its work. */
  readonly masks: readonly string[];
  /** Its longest silence while all is well. Absent: it may say nothing until its end. */
  readonly idleMs?: number;
  /** For a program that may not end by itself: whether it has said all. */
  readonly isDone?: (stdout: string) => boolean;
  readonly start: (request: AgentRequest, input: StartInput) => AgentStart;
}

/** A program that edits the copy. */
export interface ProgramAgent extends Started {
  readonly kind: 'program';
  /** Never throws: output that cannot be used is a failure with its reason. */
  readonly read: (output: AgentOutput) => AgentAnswer;
}

/** A program that says what is to be done, as a plan that is carried out afterwards. */
export interface PlannerAgent extends Started {
  readonly kind: 'planner';
  /** Never throws either. */
  readonly read: (output: AgentOutput) => PlanAnswer;
}

/** No program of its own and no cost: the engines repair what they can by themselves. */
export interface FixingAgent extends Named {
  readonly kind: 'fixes';
  readonly plan: (task: FixTask) => FixPlan;
}

export interface FixTask {
  /** The engine whose findings are to be repaired. */
  readonly engine: string;
  /** How that engine repairs the files of the task; none: it cannot. */
  readonly commands: readonly FixCommand[];
}

/** One program that changes files without being asked what they mean. */
export interface FixCommand {
  readonly argv: readonly [string, ...string[]];
  /** Where it runs, relative to the repository. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The exit codes with which it did what it could. */
  readonly successCodes: readonly number[];
}

export type FixPlan =
  | { readonly kind: 'plan'; readonly plan: StructuredPlan }
  /** One sentence. */
  | { readonly kind: 'unable'; readonly reason: string };

interface Need {
  /** program: one of its programs. command: a command in its settings. variable: a value of the environment. */
  readonly kind: 'program' | 'command' | 'variable';
  /** What it is called. */
  readonly name: string;
  /** How to get it. */
  readonly get: string;
}

export interface GatewayEndpoint {
  /** As clients of the provider want it: that of OpenAI ends with /v1, that of Anthropic does not. */
  readonly baseUrl: string;
  /** Good for one run. */
  readonly token: string;
  readonly provider: Provider;
}

export interface StartInput {
  /** An empty folder of this attempt, absolute, outside the copy that is edited. */
  readonly scratch: string;
  readonly model?: string | undefined;
  readonly maxTurns?: number | undefined;
  /** Further arguments from the settings, after our own. */
  readonly args: readonly string[];
  /** null: the agent uses an account of its own. */
  readonly gateway: GatewayEndpoint | null;
  /** Whether the settings name the command that is started, in place of its own program. */
  readonly byCommand?: boolean | undefined;
  /** What programs that judge are started with. A program that may be written in Python is not: it would look for its own modules in the copy. */
  readonly toolEnv?: Readonly<Record<string, string>> | undefined;
}

export interface AgentStart {
  /** What follows the program; it runs in the copy that is edited. */
  readonly args: readonly string[];
  readonly stdin: string;
  /** Folders to make in scratch beforehand. */
  readonly folders: readonly string[];
  /** Files to write in scratch beforehand: their texts by their names. */
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

export interface AgentOutput {
  /** What it was asked, whose ids it must repeat. */
  readonly request: AgentRequest;
  /** The model that it was asked to use. */
  readonly model?: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: ProcessEnd;
  /** As it was started. */
  readonly byCommand?: boolean | undefined;
}
