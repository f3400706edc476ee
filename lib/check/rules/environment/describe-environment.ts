import { canonicalJson } from '#base/json.ts';
import type { SetupCommand } from '../repository/setup-command.ts';
import type { TrackedFile } from './setup-inputs.ts';

export interface EnvironmentFacts {
  /** The repository, named as nobody else can name theirs: what another one built is none of its own. */
  readonly repository: string;
  readonly inputs: readonly TrackedFile[];
  readonly commands: readonly SetupCommand[];
  /** The programs that set-up starts, each with what tells its installation from another. */
  readonly programs: readonly string[];
  readonly platform: string;
  /** The tree, where what was built is made of its sources; absent: only the inputs count. */
  readonly tree?: string;
}

/** All that goes into an environment, as one text: its digest is the name. */
export function describeEnvironment(facts: EnvironmentFacts): string {
  const { repository, inputs, commands, programs, platform, tree = null } = facts;
  return canonicalJson([
    environmentVersion,
    repository,
    inputs.map(({ path, blob }) => `${path}\0${blob}`).toSorted(),
    commands.map(({ run, cwd, env }) => [run, cwd, env]),
    programs,
    platform,
    tree,
  ]);
}

/** Raised when environments are built or kept otherwise than before. */
const environmentVersion = 1;
