import { addStatus, createCheckRun, rerunCheck, updateCheckRun } from './checks.ts';
import type { CheckRunChange, NewCheckRun } from './checks.ts';
import type {
  CheckRun,
  CheckStatus,
  CheckSuite,
  CommitStatus,
  Conclusion,
  Repository,
} from './model.ts';
import type { Annotation } from './records.ts';
import { makeSuite } from './suites.ts';
import type { World } from './world.ts';

/** What continuous integration does with a repository. */
export interface CheckHands {
  /** Starts a check; with a workflow it is a job of GitHub Actions. */
  startCheck(plan: CheckPlan): CheckRun;
  /** Makes a suite in which nothing runs: one that waits, one that could not start, one of an App that says nothing. */
  startSuite(plan: SuitePlan): CheckSuite;
  completeCheck(run: CheckRun, result: CheckResult): void;
  status(plan: StatusPlan): CommitStatus;
  /** Lets a check run again, as somebody's click does. */
  rerun(run: CheckRun, login?: string): CheckRun | undefined;
}

interface Asked {
  readonly sha: string;
  /** Slug of the App; GitHub Actions unless given. */
  readonly app?: string;
  /** Name of the workflow; `CI` for GitHub Actions unless given. */
  readonly workflow?: string;
  /** Its file, where workflows have one name. */
  readonly path?: string;
  /** What the workflow runs for; `pull_request` unless given. */
  readonly event?: string;
}

interface CheckPlan extends CheckRunChange, Asked {
  readonly name: string;
  /** Put beside the runs that are in it, also beside those of its name. */
  readonly suite?: CheckSuite;
}

interface SuitePlan extends Asked {
  /** Queued unless given. */
  readonly status?: CheckStatus;
  /** Completes it. */
  readonly conclusion?: Conclusion;
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
    startCheck: ({ workflow, ...plan }) =>
      createCheckRun(world, repository, {
        status: 'IN_PROGRESS',
        ...plan,
        ...whose(world, { ...plan, workflow }),
      }),
    startSuite: ({ sha, status = 'QUEUED', conclusion, ...plan }) =>
      makeSuite(world, repository, {
        sha,
        ...whose(world, plan),
        own: { status: conclusion === undefined ? status : 'COMPLETED', conclusion },
      }),
    completeCheck: (run, { conclusion, title, summary, log, annotations }) =>
      updateCheckRun(world, run, { conclusion, log, annotations, output: { title, summary } }),
    status: ({ creator, ...plan }) =>
      addStatus(world, repository, { ...plan, creator: who(creator) }),
    rerun: (run, login) => rerunCheck(world, run, who(login)),
  };
}

type Whose = Partial<Record<'app' | 'event' | 'path' | 'workflow', string | undefined>>;

function whose(
  world: World,
  { app = actions, workflow: name = 'CI', path, event }: Whose,
): Pick<NewCheckRun, 'app' | 'workflow'> {
  if (app !== actions) return { app: world.app({ slug: app }), workflow: undefined };
  return {
    app: world.app({ slug: actions, id: actionsId, name: 'GitHub Actions' }),
    workflow: { name, ...(path !== undefined && { path }), ...(event !== undefined && { event }) },
  };
}

const actions = 'github-actions';
const actionsId = 15_368;
