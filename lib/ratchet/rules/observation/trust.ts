import type { Author } from './facts.ts';

/** What the reviews of a bot count: nothing, to be read by people, or to be acted on. */
export type BotStanding = 'ignore' | 'advisory' | 'act';

/** Whose words are acted on. */
export interface ListeningPolicy {
  /** Associations to the repository, as the forge words them. */
  readonly authors: readonly string[];
  readonly bots: {
    readonly default: BotStanding;
    readonly logins: Readonly<Record<string, BotStanding>>;
  };
  /** People of such an association who may not write to the repository all the same; absent: no permission was requested. */
  readonly strangers?: ReadonlySet<string> | undefined;
}

/** Whether an author of this association is trusted to start work. */
export function isTrustedAuthor(association: string, authors: readonly string[]): boolean {
  return authors.includes(association);
}

const writers: ReadonlySet<string> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/**
 * Whether code of an author of this association is run without being asked for. What authors may do counts more than
 * the word for it: members who only read are no writers, and private members seem to be contributors. Where it was not
 * asked, the word decides.
 */
export function isTrustedPusher(
  {
    association,
    mayWrite,
  }: { readonly association: string; readonly mayWrite?: boolean | undefined },
  trusted: readonly string[],
): boolean {
  const isListed = isTrustedAuthor(association, trusted);
  if (mayWrite === undefined) return isListed;
  const isWriterByWord = writers.has(association);
  if (!mayWrite) return isListed && !isWriterByWord;
  return (
    isListed || (!isWriterByWord && ['MEMBER', 'COLLABORATOR'].some((one) => trusted.includes(one)))
  );
}

/** Whether a review by this author is acted on. No one vouches for an account that is gone. */
export function isListenedTo(
  author: Author | null,
  { authors, bots, strangers }: ListeningPolicy,
): boolean {
  if (author === null) return false;
  if (author.isBot) return readBotStanding(author.login, bots) === 'act';
  return isTrustedAuthor(author.association, authors) && strangers?.has(author.login) !== true;
}

function readBotStanding(login: string, bots: ListeningPolicy['bots']): BotStanding {
  const name = bareLogin(login);
  const listed = Object.entries(bots.logins).find(([one]) => bareLogin(one) === name);
  return listed?.[1] ?? bots.default;
}

/** The forge's two interfaces name a bot with and without this ending. */
function bareLogin(login: string): string {
  return login.toLowerCase().replace(/\[bot\]$/, '');
}
