import { describe, expect, it } from 'vitest';
import type { Author } from '#ratchet/rules/observation/facts.ts';
import {
  type BotStanding,
  isListenedTo,
  isTrustedAuthor,
  type ListeningPolicy,
} from '#ratchet/rules/observation/trust.ts';
import { bot, member, stranger } from './facts.ts';

const policy = (bots: Partial<ListeningPolicy['bots']> = {}): ListeningPolicy => ({
  authors: ['OWNER', 'MEMBER'],
  bots: { default: 'ignore', logins: {}, ...bots },
});

describe('trusted authors', () => {
  it.each([
    ['OWNER', true],
    ['MEMBER', true],
    ['COLLABORATOR', false],
    ['NONE', false],
    ['', false],
  ])('%j: %s', (association, trusted) => {
    expect(isTrustedAuthor(association, ['OWNER', 'MEMBER'])).toBe(trusted);
  });
});

describe('those who are listened to', () => {
  it.each<[string, Author | null, boolean]>([
    ['people of the team', member, true],
    ['others', stranger, false],
    ['accounts that are gone', null, false],
    ['bots, even of the team', { ...bot, association: 'MEMBER' }, false],
  ])('%s', (_, author, listened) => {
    expect(isListenedTo(author, policy())).toBe(listened);
  });

  it.each<[BotStanding, boolean]>([
    ['ignore', false],
    ['advisory', false],
    ['act', true],
  ])('bots that are listed as %s', (standing, listened) => {
    expect(isListenedTo(bot, policy({ logins: { 'lint-bot': standing } }))).toBe(listened);
    expect(isListenedTo(bot, policy({ default: standing }))).toBe(listened);
  });

  it('bots by what is said of them, whatever is said of the others', () => {
    const bots = { default: 'act', logins: { 'lint-bot': 'advisory' } } as const;
    expect(isListenedTo(bot, policy(bots))).toBe(false);
    expect(isListenedTo({ ...bot, login: 'other' }, policy(bots))).toBe(true);
  });

  it.each([
    ['lint-bot', 'lint-bot[bot]'],
    ['lint-bot[bot]', 'lint-bot'],
    ['Lint-Bot', 'lint-bot[bot]'],
  ])('bots by either form of their name: %s listed as %s', (login, listed) => {
    expect(isListenedTo({ ...bot, login }, policy({ logins: { [listed]: 'act' } }))).toBe(true);
  });

  it('no person by the name of a bot', () => {
    const bots = { logins: { sam: 'act' } } as const;
    expect(isListenedTo(stranger, policy(bots))).toBe(false);
  });
});
