import type { EnginePlan } from '#model/engine-plan.ts';
import type { CommandSpec } from '#model/validation.ts';
import type { JudgingCommands } from './rules/tasks/agent-request.ts';

export interface ToolsWanted {
  /** How the engines run that judge. */
  readonly plans: readonly EnginePlan[];
  /** The engine of the task. */
  readonly tool: string;
  readonly commands: readonly CommandSpec[];
  /** The folder in which the agent works, absolute. */
  readonly copy: string;
  /** What it has from the repository beside its tree, relative to it. */
  readonly links: readonly string[];
}

/** What judges, as an agent can start it in its copy. */
export interface AgentTools extends JudgingCommands {
  /** Folders that stand first on its path. */
  readonly path: readonly string[];
  /** Variables that it is judged with. */
  readonly env: Readonly<Record<string, string>>;
}
