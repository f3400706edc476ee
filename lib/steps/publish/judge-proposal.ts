import { judgeSizes } from '#domain/enforce/changeset-contents.ts';
import type { ChangesetFacts, FileTable } from '#domain/enforce/changeset-facts.ts';
import { type ChangesetRejection, refuse } from '#domain/enforce/changeset-rejection.ts';
import { judgeChangeset } from '#domain/enforce/judge-changeset.ts';
import { oscillates } from '#domain/enforce/oscillation.ts';
import type { Changeset } from '#domain/model/changeset.ts';
import type { Observation } from '#domain/model/observation.ts';
import type { Session } from '#domain/model/session.ts';
import type { WorkspaceState } from '#domain/model/workspace.ts';
import { readSettings } from '../read-settings.ts';
import type { PublishDeps } from './deps.ts';
import { readBrief, readContents, readReport } from './proposal.ts';

/** A finished session with all that its publishing needs. */
export interface Proposal {
  readonly state: WorkspaceState;
  readonly session: Session;
  readonly observation: Observation;
  readonly changeset: Changeset;
  readonly repository: string;
  /** The files of the head; undefined: too many to be told. */
  readonly before: FileTable | undefined;
}

/** Everything that speaks against publishing, worked out anew from what was stored. */
export async function judgeProposal(
  deps: PublishDeps,
  proposal: Proposal,
): Promise<readonly ChangesetRejection[]> {
  const { state, session, observation, changeset, before } = proposal;
  const tooLarge = judgeSizes(changeset);
  if (tooLarge.length > 0) return tooLarge;
  const settings = await readSettings(deps, state.pullRequest, observation.baseSha);
  if (settings.kind === 'broken') {
    const sentence = `The settings of the base branch cannot be used: ${settings.problem}`;
    return [refuse('SETTINGS_BROKEN', sentence)];
  }
  const isMerge = changeset.parents.length > 1;
  const base = isMerge ? (await readBrief(deps, session.id))?.baseSha : undefined;
  const rejections = judgeChangeset(changeset, {
    session,
    base,
    files: {
      head: before,
      base: undefined,
      ...(base && (await filesOfBase(deps, proposal, base))),
    },
    contents: await readContents(deps, changeset),
    report: await readReport(deps, changeset),
    limits: settings.config.limits,
    attempts: (await deps.runs.listAccepted(session.id)).length,
    canPushWorkflows: observation.canPushWorkflows,
    now: deps.clock.now(),
  });
  return [...rejections, ...judgeOscillation(deps, proposal)];
}

function judgeOscillation(
  { hash }: Pick<PublishDeps, 'hash'>,
  { changeset, state }: Proposal,
): readonly ChangesetRejection[] {
  if (!oscillates(changeset, state, (text) => hash.hex(text))) return [];
  const sentence =
    'It takes back what an earlier fixup did, so fixups would go round in circles; decide by hand.';
  return [refuse('OSCILLATION', sentence)];
}

/** What a merge brings in, and what it can have deleted. */
async function filesOfBase(
  deps: Pick<PublishDeps, 'publisher'>,
  proposal: Proposal,
  base: Session['headBefore'],
): Promise<Pick<ChangesetFacts['files'], 'base' | 'mergeBase'>> {
  const { state, session, repository } = proposal;
  const target = { pullRequest: state.pullRequest, repository };
  const common = await deps.publisher.mergeBaseOf(target, session.headBefore, base);
  return {
    base: await filesOf(deps, proposal, base),
    mergeBase: common && (await filesOf(deps, proposal, common)),
  };
}

export async function filesOf(
  { publisher }: Pick<PublishDeps, 'publisher'>,
  { state, repository }: Pick<Proposal, 'repository' | 'state'>,
  commit: Session['headBefore'],
): Promise<FileTable | undefined> {
  return publisher.filesOf({ pullRequest: state.pullRequest, repository }, commit);
}
