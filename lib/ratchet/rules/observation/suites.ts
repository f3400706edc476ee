import type { HeldSuite } from '#model/observation.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import { type CheckState, readCheckState, readSuiteState } from './check-state.ts';
import type { CheckFacts, SuiteFacts } from './facts.ts';

/** What suites say beyond their checks, and how much that weighs among those. */
export interface ObservedSuites {
  readonly held: readonly HeldSuite[];
  readonly standings: readonly CheckState[];
}

/**
 * What a head waits for although no check of it shows that. A suite with checks says nothing beside them, unless more
 * of them are to come. One without any says nothing where it was only made because an App may report checks.
 */
export function observeSuites(
  suites: readonly SuiteFacts[],
  checks: readonly CheckFacts[],
): ObservedSuites {
  const bySuite = Map.groupBy(checks, ({ suite }) => suite);
  const held = suites.flatMap((suite) => {
    if (suite.ours || isSupersededRun(suite, suites)) return [];
    const own = bySuite.get(suite.id);
    const says = own === undefined ? judgeEmptySuite(suite) : judgeSuiteWithChecks(suite, own);
    return says === undefined ? [] : [heldSuite(suite, says)];
  });
  return {
    held,
    standings: held.map(({ says }) => (says === 'not-begun' ? 'running' : 'unsettled')),
  };
}

type Says = HeldSuite['says'];

function judgeEmptySuite(suite: SuiteFacts): Says | undefined {
  const says = readSuiteState(suite);
  if (suite.isWorkflow) return says;
  // Only the App knows whether it will ever say anything, but it may have said that it failed.
  return says === 'approval' || says === 'broken' ? 'uncertain' : undefined;
}

/** The workflow was started anew for the same event, so this run of it is not waited for. */
function isSupersededRun(suite: SuiteFacts, all: readonly SuiteFacts[]): boolean {
  const { event } = suite;
  const workflow = identifyWorkflow(suite);
  if (workflow === undefined || event === undefined) return false;
  return all.some(
    (other) =>
      identifyWorkflow(other) === workflow && other.event === event && isNewer(other, suite),
  );
}

function identifyWorkflow({ workflow, workflowId = workflow }: SuiteFacts): string | undefined {
  return workflowId;
}

/** A pull request that is opened with a label starts two runs within the second that the forge tells. */
function isNewer(one: SuiteFacts, other: SuiteFacts): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  const [number, before] = [one.runNumber, other.runNumber];
  return number !== undefined && before !== undefined && number > before;
}

/** All of its jobs are over and it is not: the next one is not registered yet. */
function judgeSuiteWithChecks(suite: SuiteFacts, own: readonly CheckFacts[]): Says | undefined {
  if (!suite.isWorkflow || readSuiteState(suite) !== 'not-begun') return undefined;
  return own.some((check) => readCheckState(check) === 'running') ? undefined : 'not-begun';
}

function heldSuite({ id, app, workflow, event, createdAt }: SuiteFacts, says: Says): HeldSuite {
  return {
    id,
    name: shortened(oneLine(workflow ?? app), 100),
    ...(event !== undefined && { event }),
    says,
    since: createdAt,
  };
}
