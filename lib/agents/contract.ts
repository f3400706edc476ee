import type { Answer } from '#domain/answer/answer.ts';
import type { AgentRequest } from '#domain/model/agent-request.ts';
import type { Ending } from '#domain/outcome/run-facts.ts';

/** Whoever edits code, as data and pure functions. The step runs the program; nothing here touches the world. */
export interface Agent {
  readonly id: string;
  readonly title: string;
  /** Names under which the program may be installed, best first. None: the settings give the command. */
  readonly programs: readonly string[];
  /** Empty: it cannot tell its version, so it is not asked. */
  readonly versionArgs: readonly string[];
  /** The first group is the version. */
  readonly versionPattern: RegExp;
  /** What must be there before it can start. */
  readonly needs: readonly Need[];
  /** The API that its gateway must speak; any: it is told which; none: it cannot use a gateway. */
  readonly provider: Gateway['provider'] | 'any' | 'none';
  /** Files of the repository that steer it, as patterns: hidden while it runs, and never taken from its work. */
  readonly masks: readonly string[];
  readonly start: (request: AgentRequest, input: StartInput) => Start;
  /** Never throws: output that cannot be used is a failure with its reason. */
  readonly read: (output: AgentOutput) => Answer;
}

interface Need {
  /** program: one of its programs. command: a command in its settings. variable: a value of the environment. */
  readonly kind: 'program' | 'command' | 'variable';
  /** What it is called. */
  readonly name: string;
  /** How to get it. */
  readonly get: string;
}

interface Gateway {
  /** As clients of the provider want it: that of OpenAI ends with /v1, that of Anthropic does not. */
  readonly baseUrl: string;
  /** Good for one run. */
  readonly token: string;
  readonly provider: 'anthropic' | 'openai';
}

export interface StartInput {
  /** An empty folder of this attempt, absolute, outside the copy that is edited. */
  readonly scratch: string;
  readonly model?: string | undefined;
  readonly maxTurns?: number | undefined;
  /** Further arguments from the settings, after our own. */
  readonly args: readonly string[];
  /** null: the agent uses an account of its own. */
  readonly gateway: Gateway | null;
}

export interface Start {
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
  readonly request: Pick<AgentRequest, 'run_id' | 'task_id'>;
  /** The model that it was asked to use. */
  readonly model?: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: Ending;
}
