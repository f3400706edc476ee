import { describe, expect, it } from 'vitest';
import { readEvent } from '#ratchet/rules/ingest/read-event.ts';
import { effectWords } from './effect-words.ts';
import { commentPayload, payloadOf } from './payloads.ts';

const us = { host: 'github.com', appId: '29310', login: 'ratchetr[bot]' };
const byUs = { sender: { login: 'Ratchetr[bot]', type: 'Bot' } };
const words = (event: string, payload: unknown, receiver: typeof us | { host: string } = us) =>
  effectWords(readEvent(event, payload, receiver));

describe('what we did ourselves', () => {
  it('wakes nobody', () => {
    const own = 'ignored: Our own App did this.';
    expect(words('pull_request', payloadOf('pull_request', 'labeled', byUs))).toBe(own);
    expect(
      words(
        'pull_request_review_thread',
        payloadOf('pull_request_review_thread', 'resolved', byUs),
      ),
    ).toBe(own);
    expect(
      words(
        'pull_request_review_comment',
        payloadOf('pull_request_review_comment', 'created', byUs),
      ),
    ).toBe(own);
    expect(words('status', payloadOf('status', undefined, byUs))).toBe(own);
  });

  it('wakes all the same where a branch moved: the new head has checks to await, and bases are of others', () => {
    const head = payloadOf('pull_request', 'synchronize', byUs);
    expect(words('pull_request', head)).toBe('due: open 186853002#2 (synchronize)');
    const base = payloadOf('push', undefined, { ...byUs, ref: 'refs/heads/a/b' });
    expect(words('push', base)).toBe('due: 186853002 onto a/b (the base moved)');
  });

  it('is a check by the App that reports it, not by who pushed the head', () => {
    const own = 'ignored: The check is our own.';
    expect(words('check_run', payloadOf('check_run', 'completed'))).toBe(own);
    expect(words('check_suite', payloadOf('check_suite', 'completed'))).toBe(own);
    expect(words('check_suite', payloadOf('check_suite', 'requested'))).toBe(own);
    const ofAnother = payloadOf('check_run', 'completed', {
      ...byUs,
      check_run: { app: { id: 5 } },
    });
    expect(words('check_run', ofAnother)).toBe('due: 186853002#2 (a check is over)');
    expect(words('workflow_run', payloadOf('workflow_run', 'completed', byUs))).toContain('due: ');
  });

  it('is the status that stands for our check, whoever lent us the token', () => {
    const status = payloadOf('status', undefined, { context: 'ratchetr' });
    expect(words('status', status, { host: 'github.com' })).toBe('ignored: Our own App did this.');
  });

  it('is a comment by our App, by our account or with our mark', () => {
    const own = 'ignored: Our own App did this.';
    const byApp = { comment: { performed_via_github_app: { id: 29_310 } } };
    expect(words('issue_comment', commentPayload('/ratchet on', byApp))).toBe(own);
    const byLogin = { comment: { user: { login: 'ratchetr[bot]', type: 'Bot' } } };
    expect(words('issue_comment', commentPayload('/ratchet on', byLogin))).toBe(own);
    const marked = commentPayload('<!-- ratchetr:state -->\n/ratchet on');
    expect(words('issue_comment', marked, { host: 'github.com' })).toBe(own);
  });
});

describe('our own check', () => {
  it('asks for another try where a person runs it again', () => {
    const again = payloadOf('check_run', 'rerequested', {
      check_run: { app: { id: 29_310 } },
    });
    expect(words('check_run', again)).toMatch(/^asked: 526 at [0-9a-f]{7} \(octocat: retry\)$/);
    const suite = { sender: { login: 'mona', type: 'User' } };
    const all = words('check_suite', payloadOf('check_suite', 'rerequested', suite));
    expect(all).toBe('asked: 186853002#2 (mona: retry)');
  });

  it('asks for what its button is called', () => {
    const pressed = payloadOf('check_run', 'requested_action', {
      check_run: { app: { id: 29_310 } },
      requested_action: { identifier: 'stop' },
    });
    expect(words('check_run', pressed)).toBe('asked: 9384267#26764 (codebytere: stop)');
  });

  it('obeys no bot', () => {
    const byBot = payloadOf('check_suite', 'rerequested');
    expect(words('check_suite', byBot)).toBe('ignored: Bots give no commands.');
  });
});
