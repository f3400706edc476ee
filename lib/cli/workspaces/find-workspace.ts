import type { WorkspaceHead } from '#domain/model/workspace.ts';
import { oneLine, shortened } from '#domain/report/plain-text.ts';
import { placeOf } from '#domain/report/workspaces/row.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type HomeOption, type OpenWorkspaces, withWorkspaces } from './open-workspaces.ts';
import { readHeads } from './read-heads.ts';

export type FoundWorkspace =
  | { readonly kind: 'found'; readonly head: WorkspaceHead }
  | { readonly kind: 'none'; readonly sentence: string };

interface Wanted {
  readonly host?: string;
  readonly repository?: string;
  readonly number: number;
}

const mostNamed = 5;

/** How a command takes a pull request. */
export const pullRequestArgument = [
  '<pull request>',
  'OWNER/NAME#NUMBER, its address, or only its number where one repository is watched',
] as const;

export interface AskedWorkspace extends HomeOption {
  /** As the person wrote it. */
  readonly asked: string;
}

/** Opens the control plane and finds the pull request; says so where there is none. */
export async function withWorkspace(
  context: CliContext,
  { asked, home }: AskedWorkspace,
  ask: (open: OpenWorkspaces, head: WorkspaceHead) => Promise<void>,
): Promise<void> {
  await withWorkspaces(context, { home }, async (open) => {
    const found = await findWorkspace(open, asked);
    if (found.kind === 'found') return ask(open, found.head);
    context.stderr.write(`${found.sentence}\n`);
    context.exitWith(EXIT.usage);
  });
}

/** Finds what is watched by the words that people use for a pull request. */
export async function findWorkspace(
  open: Pick<OpenWorkspaces, 'workspaces'>,
  asked: string,
): Promise<FoundWorkspace> {
  const wanted = readWanted(asked.trim());
  const shown = JSON.stringify(shortened(oneLine(asked), 200));
  if (wanted === undefined) {
    return none(`${shown} is no pull request: write OWNER/NAME#NUMBER, its address or its number.`);
  }
  const heads = await readHeads(open);
  if (heads.length === 0) return none('No pull request is watched here yet.');
  const repositories = new Set(heads.map(repositoryOf));
  if (wanted.repository === undefined && repositories.size > 1) {
    const names = [...repositories].toSorted().slice(0, mostNamed).join(', ');
    return none(`Several repositories are watched, so write OWNER/NAME#NUMBER: ${names}.`);
  }
  const fitting = heads.filter((head) => fits(head, wanted));
  // After a rename another repository may bear the name of the old one: the newer watch is meant.
  const [head] = fitting.toSorted((one, two) => two.state.createdAt - one.state.createdAt);
  if (head !== undefined) return { kind: 'found', head };
  return none(`${shown} is not watched here; \`ratchetr status --all\` lists what is.`);
}

function none(sentence: string): FoundWorkspace {
  return { kind: 'none', sentence };
}

function readWanted(text: string): Wanted | undefined {
  const [, host, ofUrl, numberOfUrl] =
    /^https?:\/\/([^/\s]+)\/([^/\s]+\/[^/\s]+)\/pull\/(\d{1,15})(?:[/?#].*)?$/i.exec(text) ?? [];
  if (host !== undefined && ofUrl !== undefined) {
    return { host, repository: ofUrl, number: Number(numberOfUrl) };
  }
  const [, repository, number] = /^([^/\s#]+\/[^/\s#]+)?#?(\d{1,15})$/.exec(text) ?? [];
  if (number === undefined || (repository !== undefined && !text.includes('#'))) return undefined;
  return { ...(repository !== undefined && { repository }), number: Number(number) };
}

function repositoryOf({ state: { pullRequest } }: WorkspaceHead): string {
  const [repository = ''] = placeOf(pullRequest).split('#');
  return repository;
}

/** Forges do not tell names apart by their case. */
function fits(
  { state: { pullRequest } }: WorkspaceHead,
  { host, repository, number }: Wanted,
): boolean {
  const { owner, name } = pullRequest;
  return (
    pullRequest.number === number &&
    (host === undefined || isSameText(host, pullRequest.host)) &&
    (repository === undefined || isSameText(repository, `${owner}/${name}`))
  );
}

function isSameText(one: string, two: string): boolean {
  return one.toLowerCase() === two.toLowerCase();
}
