import { judgeSizes } from '#repair/rules/verdict/changeset-contents.ts';
import type { ChangesetFacts, FileTable } from '#repair/rules/verdict/changeset-facts.ts';
import {
  type ChangesetRejection,
  rejectChangeset,
} from '#repair/rules/verdict/changeset-rejection.ts';
import { pathsToCompare } from '#repair/rules/verdict/changeset-texts.ts';
import { judgeChangeset } from '#repair/rules/verdict/judge-changeset.ts';
import { oscillates } from '#repair/rules/verdict/oscillation.ts';
import { collectSetAside } from '#repair/rules/tasks/set-aside.ts';
import { judgeTakenBack, type NewContent } from '#repair/rules/verdict/taken-back.ts';
import type { Changeset } from '#model/changeset.ts';
import type { Observation } from '#model/observation.ts';
import type { Sha } from '#model/ids.ts';
import type { Session } from '#model/session.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { readRepositorySettings } from '../read-settings.ts';
import { readReverts } from '../read-reverts.ts';
import type { PublishDeps } from './deps.ts';
import { readBrief, readContents, readEvidenceReport } from './proposal.ts';

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
  const settings = await readRepositorySettings(deps, state.pullRequest, observation.baseSha);
  if (settings.kind === 'broken') {
    const sentence = `The settings of the base branch cannot be used: ${settings.problem}`;
    return [rejectChangeset('SETTINGS_BROKEN', sentence)];
  }
  const isMerge = changeset.parents.length > 1;
  const base = isMerge ? (await readBrief(deps, session.id))?.baseSha : undefined;
  const contents = await readContents(deps, changeset);
  const merged = base && (await listMergedFiles(deps, proposal, base));
  const asked = collectSetAside(await deps.runs.listTasks(session.id));
  const rejections = judgeChangeset(changeset, {
    session,
    base,
    files: { head: before, base: undefined, ...merged },
    contents,
    oldTexts: await readOldTexts(deps, proposal, { contents, base: merged?.base, merged: base }),
    before: await readTextsBefore(deps, proposal),
    silencers: deps.silencers,
    setAside: asked.suppressions + asked.skipped.size,
    report: await readEvidenceReport(deps, changeset),
    limits: settings.config.limits,
    expectations: settings.config.policy.expectations,
    attempts: (await deps.runs.listAccepted(session.id)).length,
    canPushWorkflows: observation.canPushWorkflows,
    now: deps.clock.now(),
  });
  return [
    ...rejections,
    ...judgeOscillation(deps, proposal),
    ...(await judgeDoneAgain(deps, proposal, { contents, base: merged?.base })),
  ];
}

/** Of the head and of what is merged, for those paths that must be compared. */
async function readOldTexts(
  { forge }: PublishDeps,
  { changeset, state, session }: Proposal,
  { contents, base, merged }: NewContents & { readonly merged: Sha | undefined },
): Promise<ChangesetFacts['oldTexts']> {
  const texts = new Map<string, readonly string[]>();
  const commits = [session.headBefore, ...(merged === undefined ? [] : [merged])];
  for (const path of pathsToCompare(changeset, { contents })) {
    // What is as the base has it is no change of ours.
    if (base !== undefined && base.get(path)?.blob === contents.get(path)?.blob) continue;
    const found = [];
    for (const commit of commits) found.push(await forge.readFile(state.pullRequest, commit, path));
    texts.set(
      path,
      found.flatMap((text) => asText(text) ?? []),
    );
  }
  return texts;
}

/** Each is a request to the forge; what is larger is judged without. */
const mostTexts = 100;

async function readTextsBefore(
  { forge }: PublishDeps,
  { state, session, changeset, before }: Proposal,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const changed = changeset.changes.filter(({ path }) => before?.has(path) === true);
  if (changeset.parents.length > 1 || changed.length > mostTexts) return texts;
  for (const { path } of changed) {
    const text = asText(await forge.readFile(state.pullRequest, session.headBefore, path));
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

function judgeOscillation(
  { hash }: PublishDeps,
  { changeset, state }: Proposal,
): readonly ChangesetRejection[] {
  if (!oscillates(changeset, state, hash.hex)) return [];
  const sentence =
    'It takes back what an earlier fixup did, so fixups would go round in circles; decide by hand.';
  return [rejectChangeset('OSCILLATION', sentence)];
}

interface NewContents {
  readonly contents: ChangesetFacts['contents'];
  /** Of what is merged; undefined: nothing is, or they are too many. */
  readonly base: FileTable | undefined;
}

/** What people took back comes to their branch again only where one of them asks for it. */
async function judgeDoneAgain(
  { forge }: PublishDeps,
  { changeset, state, session }: Proposal,
  { contents, base }: NewContents,
): Promise<readonly ChangesetRejection[]> {
  const { headBefore } = session;
  const places = await readReverts(forge, state, headBefore);
  if (places.length === 0) return [];
  const paths = new Set(places.map(({ path }) => path));
  const changes: NewContent[] = [];
  for (const change of changeset.changes.filter(({ path }) => paths.has(path))) {
    const { path } = change;
    const isDeletion = change.kind === 'delete';
    const blob = change.kind === 'write' ? change.blob : undefined;
    // What the base has come to since is not our doing.
    if (base !== undefined && base.get(path)?.blob === blob) continue;
    const before = await forge.readFile(state.pullRequest, headBefore, path);
    const after = contents.get(path)?.text;
    changes.push({ path, before: asText(before), after, isDeletion, blob });
  }
  return judgeTakenBack(changes, places);
}

function asText(found: unknown): string | undefined {
  return typeof found === 'string' ? found : undefined;
}

/** What a merge brings in, and what it can have deleted. */
async function listMergedFiles(
  deps: PublishDeps,
  proposal: Proposal,
  base: Session['headBefore'],
): Promise<Omit<ChangesetFacts['files'], 'head'>> {
  const { state, session, repository } = proposal;
  const target = { pullRequest: state.pullRequest, repository };
  const common = await deps.publisher.mergeBaseOf(target, session.headBefore, base);
  return {
    base: await listCommitFiles(deps, proposal, base),
    mergeBase: common && (await listCommitFiles(deps, proposal, common)),
  };
}

export async function listCommitFiles(
  { publisher }: PublishDeps,
  { state, repository }: Pick<Proposal, 'repository' | 'state'>,
  commit: Session['headBefore'],
): Promise<FileTable | undefined> {
  return publisher.filesOf({ pullRequest: state.pullRequest, repository }, commit);
}
