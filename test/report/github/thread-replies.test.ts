import { describe, expect, it } from 'vitest';
import { type AddressedReview, threadReplies } from '#report/github/thread-replies.ts';
import { questionComment, questionMarker } from '#report/github/question.ts';
import { anAcceptedDiff, anAttempt, aTask, sha, taskId } from '../../support/samples.ts';
import { ended } from './standing.ts';

const task = aTask({
  taskType: 'address_review',
  status: 'succeeded',
  targets: { files: ['shop/total.py'], testIds: [], modules: [] },
});

const says = (summary: string) => ({ says: { status: 'success', summary } });
const attempt = anAttempt({ status: 'succeeded', summary: says('Renamed it.') });

const thread = (id: string | undefined, path = 'shop/total.py') => ({
  id,
  path,
  author: 'ann',
  body: 'Rename it.',
});

const replies = (different: Partial<AddressedReview> = {}) =>
  threadReplies({
    url: 'https://github.com/acme/shop/pull/42',
    session: ended({ kind: 'review' }),
    commit: sha('d'),
    threads: [thread('T1')],
    tasks: [task],
    attempts: [attempt],
    accepted: [anAcceptedDiff()],
    dropped: new Map(),
    ...different,
  });

describe('a reply in a thread', () => {
  it('says what was done, and in which commit', () => {
    expect(replies()).toEqual([
      {
        threadId: 'T1',
        marker: '<!-- ratchetr:run-1 -->',
        markdown: `Addressed in [\`ddddddd\`](https://github.com/acme/shop/commit/${sha('d')}).\n\n> Renamed it&#46;`,
      },
    ]);
  });

  it('leads to where the forge has its pages', () => {
    const [reply] = replies({ url: 'http://forge.lan:8080/acme/shop/pull/42' });
    expect(reply?.markdown).toContain(`(http://forge.lan:8080/acme/shop/commit/${sha('d')})`);
  });

  it('is made in each thread of a file', () => {
    const threads = [thread('T1'), thread('T2'), thread(undefined)];
    expect(replies({ threads }).map(({ threadId }) => threadId)).toEqual(['T1', 'T2']);
  });

  it('is honest where the task was given up', () => {
    const tasks = [aTask({ ...task, status: 'blocked', statusReason: 'It waits for a person.' })];
    const attempts = [anAttempt({ status: 'failed', summary: says('Which name?') })];
    const [reply] = replies({ tasks, attempts, accepted: [] });
    expect(reply?.markdown).toMatch(
      /^Nothing was changed for this: It waits for a person&#46;\n\n> Which name\?\n\nA person/,
    );
  });

  it('is honest where the change was taken out at the end', () => {
    const dropped = new Map([[taskId('task-1'), 'It broke a test.']]);
    expect(replies({ dropped })[0]?.markdown).toContain('for this: It broke a test&#46;');
  });

  it('is honest where nobody worked on the file', () => {
    const [reply] = replies({ threads: [thread('T1', 'other.py')] });
    expect(reply?.markdown).toBe('Nothing was changed for this: Pushed dddddddddddd&#46;');
  });

  it('is honest where nothing was pushed', () => {
    const session = ended({ kind: 'review', outcome: 'no-push', reason: 'It got worse.' });
    expect(replies({ session, commit: undefined })[0]?.markdown).toMatch(
      /^Addressed, but not pushed: It got worse/,
    );
  });

  it('points to a patch', () => {
    const session = ended({ kind: 'review', outcome: 'no-push', patch: true });
    expect(replies({ session, commit: undefined })[0]?.markdown).toMatch(/^Addressed in a patch/);
  });

  it.each(['lost-race', 'timed-out', 'crashed', 'never-started', 'cancelled'] as const)(
    'waits for the next session after one that ended as %s',
    (outcome) => {
      expect(replies({ session: ended({ kind: 'review', outcome }) })).toEqual([]);
    },
  );

  it('quotes the last words of an agent as text', () => {
    const attempts = [
      anAttempt({
        attemptNo: 2,
        summary: says(`@octocat\n\n/ratchet off <b> ghp_${'a'.repeat(36)}`),
      }),
      anAttempt({ attemptNo: 1, summary: says('Old.') }),
    ];
    const markdown = replies({ attempts })[0]?.markdown ?? '';
    expect(markdown).toMatch(/\n> &#64;\u{200B}octocat \/ratchet off &#60;b&#62; &#91;masked/u);
    expect(markdown).not.toMatch(/^\s*\/ratchet|Old/m);
  });
});

describe('a question', () => {
  it('is asked as text, with how to answer it', () => {
    const text = questionComment('Which @one?\n/ratchet off (one of: a, b)');
    expect(text).toContain('> Which &#64;\u{200B}one? /ratchet off (one of&#58; a, b)');
    expect(text).toContain('`/ratchet answer TEXT`');
    expect(text).not.toMatch(/^\s*\/ratchet/m);
  });

  it('is told from others', () => {
    expect(questionMarker('a'.repeat(64))).not.toBe(questionMarker('b'.repeat(64)));
  });
});
