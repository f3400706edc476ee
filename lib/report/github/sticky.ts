import { decisionLimit } from '#ratchet/rules/decision/decision-limit.ts';
import { greenCode } from '#ratchet/rules/decision/table/guards.ts';
import { commands } from '#ratchet/rules/ingest/replies.ts';
import type { Action } from '#model/decision.ts';
import type { Observation } from '#model/observation.ts';
import type { SessionKind } from '#model/session.ts';
import type { LastSession, SessionOutcome, WorkspaceState } from '#model/workspace.ts';
import { codeText } from '#base/markdown-text.ts';
import type { RatchetSettings } from '#model/look-facts.ts';
import { moment } from '#base/moment.ts';
import { judgingTitle } from '../judging.ts';
import { quoteInComment } from '../safe-text.ts';
import { adviseHuman } from './advice.ts';
import { checksUrl, commitLink } from './links.ts';

/** The comment is found again by this. */
export const stickyMarker = '<!-- ratchetr:state -->';

/** Whether a person asked for us here: where none did, we say nothing. */
export function isCommentDue({
  enabled,
  lastSession,
  observation,
  sticky,
}: WorkspaceState): boolean {
  if (observation === undefined || observation.state === 'none') return false;
  return enabled || lastSession !== undefined || sticky !== undefined;
}

/** The comment that says how things stand on a pull request. The same standing makes the same text. */
export function stickyComment(standing: NextLookContext): string {
  const { state } = standing;
  const asked = adviseHuman(state);
  return [
    stickyHeadline(state),
    quoteInComment(state.lastDecision?.reason ?? 'Ratchetr has not looked at it yet.'),
    ...(asked === undefined ? [] : [`⚠️ **A person is needed.** ${asked}`]),
    stateTable(standing),
    commandList(),
  ].join('\n\n');
}

function stickyHeadline({ lastDecision, session, question }: WorkspaceState): string {
  if (session !== undefined)
    return `**⏳ ${works[session.kind]}** ${decisionCodeCell(lastDecision)}`.trim();
  if (lastDecision === undefined) return '**⏳ About to look**';
  const { action, code, needsHuman } = lastDecision;
  const [icon, words] = code === greenCode ? ['✅', 'Green'] : states[action];
  const isWaitedFor = needsHuman || question !== undefined;
  return `**${isWaitedFor ? '⚠️' : icon} ${words}** ${decisionCodeCell(lastDecision)}`;
}

function decisionCodeCell(lastDecision: WorkspaceState['lastDecision']): string {
  return lastDecision === undefined ? '' : codeText(lastDecision.code, 60);
}

const works: Readonly<Record<SessionKind, string>> = {
  'merge-conflict': 'Resolving a merge conflict',
  ci: 'Repairing failed checks',
  review: 'Addressing a review',
};

const states: Readonly<Record<Action, readonly [icon: string, words: string]>> = {
  WAIT: ['⏳', 'Waiting'],
  CLEANUP_ONLY: ['👀', 'Only watching'],
  FIX_MERGE_CONFLICT: ['⏳', works['merge-conflict']],
  FIX_CI: ['⏳', works.ci],
  FIX_REVIEW: ['⏳', works.review],
  DONE: ['⏹️', 'Nothing to do'],
  TERMINAL_FAILED: ['❌', 'Given up'],
};

function stateTable(standing: NextLookContext): string {
  const { state, settings } = standing;
  const { lastSession, spentUsd, session, observation } = state;
  const cost = `$${spentUsd.toFixed(2)} of $${settings.pullRequestUsd.toFixed(2)}`;
  const rows: readonly (readonly [string, string])[] = [
    ['Attempts', attemptCount(standing)],
    ['Cost', cost],
    ['Next look', describeNextLook(standing)],
    ...(session === undefined ? [] : [['Running', runWords(session.id)] as const]),
    ...(lastSession === undefined
      ? []
      : [['Last session', lastSessionCell(state, lastSession)] as const]),
    ...judgingRow(state),
    ...(observation === undefined ? [] : linkRows(observation)),
  ];
  return ['| | |', '| --- | --- |', ...rows.map(([name, cell]) => `| ${name} | ${cell} |`)].join(
    '\n',
  );
}

/** What the check of this head found of changes to how the code is judged. */
function judgingRow({
  judging,
  vouchedJudging,
  observation,
}: WorkspaceState): readonly (readonly [string, string])[] {
  if (judging === undefined || judging.headSha !== observation?.headSha) return [];
  const { standing, sentence, headSha } = judging;
  const isVouched = vouchedJudging?.headSha === headSha;
  const asks =
    standing === 'refused'
      ? ' Refused by `policy.judging`.'
      : isVouched
        ? ` ${quoteInComment(vouchedJudging.by)} vouched for it.`
        : standing === 'asked'
          ? ` Vouch for it with \`/ratchet vouch ${headSha.slice(0, 12)}\`.`
          : '';
  return [[judgingTitle, `${quoteInComment(sentence)}${asks}`]];
}

function linkRows({ url, headSha }: Observation): readonly (readonly [string, string])[] {
  return [
    ['Head', commitLink(url, headSha)],
    ['Checks', `[all checks](${checksUrl(url)})`],
  ];
}

function attemptCount({ state, settings }: NextLookContext): string {
  const { consecutiveFixupAttempts: pushed, session } = state;
  if (session === undefined) return `${pushed} of ${settings.attempts} in a row`;
  return `attempt ${pushed + 1} of ${settings.attempts} is under way`;
}

function lastSessionCell(
  { observation, pushes }: WorkspaceState,
  { outcome, kind, reason, runId, at, patch }: LastSession,
): string {
  // A session and its push are cleared in the same moment.
  const commit = outcome === 'pushed' ? pushes.findLast((push) => push.at === at) : undefined;
  const link = observation && commit ? ` ${commitLink(observation.url, commit.sha)}` : '';
  const beside = patch ? ' A verified patch is in a comment below.' : '';
  return `${works[kind]}: ${outcomes[outcome]}${link}. ${quoteInComment(reason)}${beside} ${runWords(runId)}`;
}

const outcomes: Readonly<Record<SessionOutcome, string>> = {
  pushed: 'pushed',
  'no-push': 'nothing pushed',
  unavailable: 'no agent could work',
  'lost-race': 'the branch moved in the meantime',
  'timed-out': 'out of time',
  crashed: 'its worker was lost',
  'never-started': 'its worker never started',
  cancelled: 'cancelled',
};

/** Where Ratchetr runs, the run can be read in full. */
function runWords(runId: string): string {
  return `(\`ratchetr show ${runId}\`)`;
}

function commandList(): string {
  const rows = commands.map(([words, meaning]) => `- \`/ratchet ${words}\`: ${meaning}`);
  const title = 'Commands, for people who may write here';
  return `<details><summary>${title}</summary>\n\n${rows.join('\n')}\n\n</details>`;
}

/** How things stand on a pull request, and what applies to it. */
export interface NextLookContext {
  readonly state: WorkspaceState;
  readonly now: number;
  readonly settings: RatchetSettings;
}

/** When it is looked at again, in words that stay the same from look to look. */
function describeNextLook(standing: NextLookContext): string {
  const { state, now, settings } = standing;
  const limit = decisionLimit(state, settings);
  if (limit !== undefined && limit - now > worthTellingMs) {
    return `when something changes here, at the latest at ${formatMinute(limit)} UTC`;
  }
  switch (state.lastDecision?.action) {
    case 'DONE':
      return isPullRequestOpen(state)
        ? 'when something changes here, or tomorrow'
        : 'when it is opened again';
    case 'CLEANUP_ONLY':
    case 'TERMINAL_FAILED':
      return patient;
    case 'WAIT':
      return state.lastDecision.needsHuman ? patient : soon;
    case 'FIX_CI':
    case 'FIX_MERGE_CONFLICT':
    case 'FIX_REVIEW':
    case undefined:
      return soon;
  }
}

const worthTellingMs = 5 * 60_000;

const soon = 'within a minute';

const patient = 'when something changes here, or within ten minutes';

function isPullRequestOpen({ observation }: WorkspaceState): boolean {
  return observation?.state === 'open';
}

function formatMinute(ms: number): string {
  return moment(ms).slice(0, -':00'.length);
}
