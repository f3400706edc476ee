import type { Copies } from '#check/needs/copies.ts';
import type { JudgingEnvironment } from '#check/needs/environments.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import type { Branches } from './branches.ts';
import type { Browser } from './browser.ts';
import type { Merges } from './merges.ts';
import type { ActionRegistry } from './plan-actions.ts';
import type { PlanJournal } from './plan-journal.ts';
import type { Snapshots } from './snapshots.ts';
import type { Trees } from './trees.ts';

/** The machine that repairs are made on: what engines run on, and what agents and plans need beside it. */
export interface RepairHost extends EngineHost {
  /** Opens a git folder of ours, and makes it where there is none, beside the repository that its objects are from. */
  readonly openGit: (repository: string, gitDir: string) => Promise<RepositoryGit>;
  /** Notes what lies in folders of a person, absolute, to see whether it is changed later. */
  readonly noteFolders: (folders: readonly string[]) => JudgingEnvironment;
  readonly agentPrograms: AgentPrograms;
  readonly plans: PlanHost;
}

export interface RepositoryGit {
  readonly trees: Trees;
  readonly branches: Branches;
  readonly merges: Merges;
  /** Copies of its trees, made in this folder, with what is installed in a sealed environment or else in the repository. */
  readonly copiesIn: (folder: string, sealed?: string) => Copies;
}

/** What agents are started with. */
export interface AgentPrograms {
  /** The first of these programs that the caller would start, absolute; undefined: none is installed. */
  find(names: readonly string[]): Promise<string | undefined>;
  /** Whether the environment of the caller has it. */
  hasVariable(name: string): boolean;
}

/** What plans are executed with. */
export interface PlanHost {
  readonly files: Pick<ActionRegistry, 'create_file' | 'modify_file' | 'delete_file' | 'read_file'>;
  readonly browser: Browser;
  /** Opens what an execution keeps in a folder of its own, so that another process can go on with it. */
  readonly openRecord: (folder: string) => Promise<PlanRecord>;
}

export interface PlanRecord {
  readonly journal: PlanJournal;
  readonly snapshots: Snapshots;
  readonly close: () => void;
}
