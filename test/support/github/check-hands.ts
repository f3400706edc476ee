import { addStatus, createCheckRun, rerunCheck, updateCheckRun } from './checks.ts';
import type { CheckRunChange } from './checks.ts';
import type { CheckRun, CommitStatus, Conclusion, Repository } from './model.ts';
import type { Annotation } from './records.ts';
import type { World } from './world.ts';

/** What continuous integration does with a repository. */
export interface CheckHands {
  /** Starts a check; with a workflow it is a job of GitHub Actions. */
  startCheck(plan: CheckPlan): CheckRun;
  completeCheck(run: CheckRun, result: CheckResult): void;
  status(plan: StatusPlan): CommitStatus;
  /** Lets a check run again, as somebody's click does. */
  rerun(run: CheckRun, login?: string): CheckRun | undefined;
}

interface CheckPlan extends CheckRunChange {
  readonly sha: string;
  readonly name: string;
  /** Slug of the App; GitHub Actions unless given. */
  readonly app?: string;
  /** Name of the workflow; `CI` for GitHub Actions unless given. */
  readonly workflow?: string;
}

interface CheckResult {
  readonly conclusion: Conclusion;
  readonly title?: string;
  readonly summary?: string;
  readonly log?: string;
  readonly annotations?: readonly Annotation[];
}

interface StatusPlan {
  readonly sha: string;
  readonly context: string;
  readonly state: CommitStatus['state'];
  readonly creator?: string;
  readonly description?: string;
  readonly targetUrl?: string;
}

/** Hands for the checks of one repository. */
export function createCheckHands(world: World, repository: Repository): CheckHands {
  const who = (login = repository.owner.login) => world.account(login);
  return {
    startCheck: ({ app = actions, workflow, ...plan }) =>
      createCheckRun(world, repository, {
        status: 'IN_PROGRESS',
        ...plan,
        app: world.app(
          app === actions
            ? { slug: actions, id: actionsId, name: 'GitHub Actions' }
            : { slug: app },
        ),
        ...(app === actions && { workflow: { name: workflow ?? 'CI' } }),
      }),
    completeCheck: (run, { conclusion, title, summary, log, annotations }) =>
      updateCheckRun(world, run, { conclusion, log, annotations, output: { title, summary } }),
    status: ({ creator, ...plan }) =>
      addStatus(world, repository, { ...plan, creator: who(creator) }),
    rerun: (run, login) => rerunCheck(world, run, who(login)),
  };
}

const actions = 'github-actions';
const actionsId = 15_368;
