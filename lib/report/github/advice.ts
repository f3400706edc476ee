import type { WorkspaceState } from '#model/workspace.ts';

/** What a person can do, where nothing happens without one; undefined: nobody is needed. */
export function advice({
  lastDecision,
  question,
}: Pick<WorkspaceState, 'lastDecision' | 'question'>): string | undefined {
  if (question !== undefined) {
    return 'A plan asks a question in a comment here: answer it with `/ratchet answer TEXT`.';
  }
  if (lastDecision?.needsHuman !== true) return undefined;
  return byCode[lastDecision.code] ?? 'Look at the reason above; `/ratchet retry` tries again.';
}

const byCode: Readonly<Record<string, string>> = {
  ATTEMPTS_SPENT: 'Finish it by hand: a commit of yours begins anew, and so does `/ratchet retry`.',
  STALE_CI_TIMEOUT: 'See why the checks did not start, and start them again or push a commit.',
  UNKNOWN_TOO_LONG: 'See why the checks do not report; a commit of yours begins anew.',
  RUNNING_TOO_LONG:
    'See why the check named above does not end: end it, approve what it waits for, or cancel it.',
  APPROVAL_NEEDED:
    'Look at the change; then a person with write access approves its workflows at the end of this page.',
  WORKFLOW_BROKEN:
    'The author sees on the page of the run what is wrong, mends the workflow file and pushes.',
  NEVER_STARTED:
    'Remove the cause named above, in the settings of GitHub Actions or at its runners; then run the checks again.',
  UNTRUSTED_AUTHOR: 'Whoever may write to this repository can say `/ratchet on`.',
  UNVOUCHED:
    'A person who may write to this repository looks at the newest commits and says `/ratchet on`.',
  FORK: 'Repair it by hand, or have patches offered with `policy.forks: patch` in ratchetr.yaml.',
  NO_PERMISSION: 'Let the App push to this repository, or repair it by hand.',
  NO_WORKFLOWS_PERMISSION:
    'Merge the base by hand, or let the App change workflow files in its settings.',
  BUDGET_SPENT: 'Finish it by hand, or raise `budgets.pullRequestUsd` in ratchetr.yaml.',
  MONTH_SPENT: 'Finish it by hand, or raise `budgets.monthUsd` where Ratchetr runs.',
  CRASHED: 'Whoever runs Ratchetr should see why its workers are lost; then `/ratchet retry`.',
  NO_AGENT:
    'The operator of Ratchetr should put the account of its agents in order; it is tried again by itself.',
  PARKED: 'Finish it by hand, or have it tried once more with `/ratchet retry`.',
  TAKEN_BACK:
    'If that was not meant, `/ratchet retry` has it done again; otherwise mend it by hand.',
  CONFIG_BROKEN: 'Mend `ratchetr.yaml` on the base branch; the next look reads it anew.',
  REVIEW_LEFT:
    'Resolve the threads, push a commit, or reply there; `/ratchet retry` has it tried once more.',
};
