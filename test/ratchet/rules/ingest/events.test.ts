import { describe, expect, it } from 'vitest';
import { readEvent } from '#ratchet/rules/ingest/read-event.ts';
import { effectWords } from './effect-words.ts';
import { commentPayload, payloadOf } from './payloads.ts';

const receiver = { host: 'ghe.example.com', appId: '1', login: 'ratchetr[bot]' };
const words = (event: string, payload: unknown) => effectWords(readEvent(event, payload, receiver));

describe('an event of a pull request', () => {
  it('names it by the id of its repository, and the installation that tells', () => {
    const payload = payloadOf('pull_request', 'opened', { installation: { id: 77 } });
    expect(readEvent('pull_request', payload, receiver)).toEqual({
      kind: 'due',
      concerned: {
        kind: 'pull-request',
        pullRequest: {
          host: 'ghe.example.com',
          repositoryId: '186853002',
          owner: 'Codertocat',
          name: 'Hello-World',
          number: 2,
          nodeId: expect.any(String),
        },
        open: true,
        installationId: '77',
      },
      reason: 'opened',
    });
  });

  it('wakes by an edit only where the base was changed', () => {
    const opened = payloadOf('pull_request', 'opened');
    const text = { ...opened, action: 'edited', changes: { title: { from: 'Old' } } };
    expect(words('pull_request', text)).toBe('ignored: Only the text of the pull request changed.');
    const base = { ...opened, action: 'edited', changes: { base: { ref: { from: 'main' } } } };
    expect(words('pull_request', base)).toBe('due: open 186853002#2 (edited)');
  });

  it('wakes when it enters or leaves the merge queue', () => {
    const opened = payloadOf('pull_request', 'opened');
    const queued = ['enqueued', 'dequeued'].map((action) =>
      words('pull_request', { ...opened, action }),
    );
    expect(queued).toEqual(['enqueued', 'dequeued'].map((why) => `due: open 186853002#2 (${why})`));
  });
});

const runWith = (pulls: unknown) =>
  words('check_run', payloadOf('check_run', 'completed', { check_run: { pull_requests: pulls } }));

describe('a check of somebody else', () => {
  it('is found by its head where the forge names no pull request of this repository', () => {
    const byHead = 'due: 186853002 at ec26c3e (a check is over)';
    expect(runWith([])).toBe(byHead);
    expect(runWith(null)).toBe(byHead);
    expect(runWith([{ number: 9, base: { repo: { id: 1 } } }])).toBe(byHead);
  });

  it('concerns all pull requests of its head', () => {
    const base = { repo: { id: 186_853_002 } };
    const two = [
      { number: 4, base },
      { number: 6, base },
      { number: 9, base: { repo: { id: 1 } } },
    ];
    expect(runWith(two)).toBe('due: 186853002#4,6 (a check is over)');
  });

  it('is no news until it is over', () => {
    const pending = payloadOf('status', undefined, { state: 'pending' });
    expect(words('status', pending)).toBe('ignored: The status is not final.');
  });
});

describe('a push', () => {
  it('wakes nobody when it deletes the branch', () => {
    const payload = payloadOf('push', undefined, { ref: 'refs/heads/main', deleted: true });
    expect(words('push', payload)).toBe('ignored: The branch was deleted.');
  });
});

describe('a comment', () => {
  it('asks by the first line that is a command', () => {
    const body = 'Hello.\n> /ratchet off\n```\n/ratchet off\n```\n/ratchet hold 2h\n/ratchet on';
    expect(words('issue_comment', commentPayload(body))).toBe(
      'asked: open 186853002#1 (Codertocat: hold 2h)',
    );
  });

  it('has the id by which looks know it', () => {
    const effect = readEvent('issue_comment', commentPayload('/ratchet why'), receiver);
    expect(effect).toMatchObject({ kind: 'asked', commentId: 'IC_1', text: 'why' });
  });

  it('asks at the time at which it got its words', () => {
    const [at, unknown] = ['2026-11-19T01:02:03Z', 'yesterday'].map((updated_at) => {
      const payload = commentPayload('/ratchet on', { comment: { updated_at } });
      return readEvent('issue_comment', payload, receiver);
    });
    expect(at).toMatchObject({ askedAt: '2026-11-19T01:02:03Z' });
    expect(unknown).toMatchObject({ kind: 'asked', askedAt: undefined });
  });

  it('never triggers anything by conversation', () => {
    const talk = 'ignored: The comment is conversation and no command.';
    for (const body of ['Looks good', 'try /ratchet on', '/ratcheton', '> /ratchet on', '']) {
      expect(words('issue_comment', commentPayload(body))).toBe(talk);
    }
  });

  it('asks in the name of its author, whoever edits it', () => {
    const edited = commentPayload('/ratchet on', {
      comment: { user: { login: 'stranger', type: 'User' } },
    });
    const byAdmin = { ...edited, action: 'edited', sender: { login: 'admin', type: 'User' } };
    expect(words('issue_comment', byAdmin)).toBe('asked: open 186853002#1 (stranger: on)');
  });

  it('asks nothing for a bot, for nobody, or once it is deleted', () => {
    const byBot = { comment: { user: { login: 'dependabot[bot]', type: 'Bot' } } };
    const bot = words('issue_comment', commentPayload('/ratchet on', byBot));
    expect(bot).toBe('ignored: Bots give no commands.');
    const nobody = words(
      'issue_comment',
      commentPayload('/ratchet on', { comment: { user: null } }),
    );
    expect(nobody).toBe('ignored: The account of the author is gone.');
    const deleted = { ...commentPayload('/ratchet on'), action: 'deleted' };
    expect(words('issue_comment', deleted)).toBe('ignored: The action asks for no look.');
  });
});
