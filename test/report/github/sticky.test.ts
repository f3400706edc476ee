import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { action } from '#model/decision.ts';
import { isCommentDue, stickyComment } from '#report/github/sticky.ts';
import { anObservation, aWorkspaceState, sha, t0 } from '../../support/samples.ts';
import { hostile, hostileText } from '../hostile-text.ts';
import { decided, ended, live, standing } from './standing.ts';

const minute = 60_000;

describe('the comment that says how things stand', () => {
  it('begins with the state in one bold line, and its reason', () => {
    expect(stickyComment(standing())).toMatch(
      /^\*\*⏳ Waiting\*\* <code>CI&#95;RUNNING<\/code>\n\nChecks are running&#46;\n/,
    );
  });

  it.each(action.options)('has words for %s', (one) => {
    const state = { lastDecision: decided({ action: one }) };
    expect(stickyComment(standing(state))).toMatch(/^\*\*\S+ [A-Z][a-z ]+\*\* <code>/);
  });

  it('says that it is green', () => {
    const lastDecision = decided({ action: 'DONE', code: 'GREEN' });
    expect(stickyComment(standing({ lastDecision }))).toMatch(/^\*\*✅ Green\*\*/);
  });

  it('tells attempts, cost and where the checks are', () => {
    const text = stickyComment(standing({ consecutiveFixupAttempts: 2, spentUsd: 1.239 }));
    expect(text).toContain('| Attempts | 2 of 3 in a row |');
    expect(text).toContain('| Cost | $1.24 of $5.00 |');
    expect(text).toContain('| [all checks](https://github.com/acme/shop/pull/42/checks) |');
    expect(text).toContain(`[\`aaaaaaa\`](https://github.com/acme/shop/commit/${sha('a')})`);
  });

  it('leads to where the forge has its pages', () => {
    const observation = anObservation({ url: 'http://forge.lan:8080/acme/shop/pull/42' });
    const text = stickyComment(standing({ observation }));
    expect(text).toContain('](http://forge.lan:8080/acme/shop/pull/42/checks)');
    expect(text).toContain(`](http://forge.lan:8080/acme/shop/commit/${sha('a')})`);
    expect(text).not.toContain('github.com');
  });

  it('tells what is under way', () => {
    const text = stickyComment(standing({ consecutiveFixupAttempts: 1, session: live() }));
    expect(text).toMatch(/^\*\*⏳ Addressing a review\*\*/);
    expect(text).toContain('attempt 2 of 3 is under way');
    expect(text).toContain('`ratchetr show run-2`');
  });

  it('tells what the last session did, with its commit', () => {
    const pushes = [{ sha: sha('d'), tree: sha('e'), undo: 'u', kind: 'ci' as const, at: t0 + 5 }];
    const text = stickyComment(standing({ lastSession: ended(), pushes }));
    expect(text).toContain(
      `Repairing failed checks: pushed [\`ddddddd\`](https://github.com/acme/shop/commit/${sha('d')}).`,
    );
    const later = ended({ at: t0 + 6 });
    expect(stickyComment(standing({ lastSession: later, pushes }))).not.toContain('`ddddddd`');
    const lost = ended({ outcome: 'lost-race', reason: 'The branch moved.' });
    expect(stickyComment(standing({ lastSession: lost, pushes }))).toContain(
      'the branch moved in the meantime. The branch moved&#46;',
    );
  });

  it('says that a patch waits', () => {
    const lastSession = ended({ outcome: 'no-push', patch: true });
    expect(stickyComment(standing({ lastSession }))).toContain('A verified patch is in a comment');
  });

  it('lists the commands, none of them where it would be obeyed', () => {
    const text = stickyComment(standing());
    const all = 'on off stop retry vouch why hold release answer';
    for (const word of all.split(' ')) {
      expect(text).toMatch(new RegExp(`^- \`/ratchet ${word}\\b`, 'm'));
    }
    expect(text).not.toMatch(/^\s*\/ratchet/m);
  });
});

describe('a person', () => {
  it.each([
    ['ATTEMPTS_SPENT', 'Finish it by hand'],
    ['UNTRUSTED_AUTHOR', '/ratchet on'],
    ['NO_WORKFLOWS_PERMISSION', 'Merge the base by hand'],
    ['BUDGET_SPENT', 'budgets.pullRequestUsd'],
    ['A_NEW_ONE', '/ratchet retry'],
  ])('is told what to do about %s', (code, words) => {
    const text = stickyComment(standing({ lastDecision: decided({ code, needsHuman: true }) }));
    expect(text).toMatch(/^\*\*⚠️ /);
    expect(text).toContain('**A person is needed.**');
    expect(text).toContain(words);
  });

  it('is told of a question', () => {
    expect(stickyComment(standing({ question: 'Which one?' }))).toContain('/ratchet answer TEXT');
  });

  it('is not called where nobody is needed', () => {
    expect(stickyComment(standing())).not.toContain('A person is needed');
  });
});

const lookOf = (state: Parameters<typeof standing>[0]) =>
  /\| Next look \| (.*) \|/.exec(stickyComment(standing(state)))?.[1];

describe('the next look', () => {
  it.each([
    ['a deadline of a session', { session: live() }, '2027-01-15 09:00 UTC'],
    [
      'a worker that is to start',
      { session: live({ phase: 'launching', startBy: t0 + 20 * minute }) },
      '2027-01-15 08:20 UTC',
    ],
    [
      'checks that are to start again',
      { lastDecision: decided({ code: 'STALE_CI' }), staleCiSince: t0 + minute },
      '2027-01-15 08:06 UTC',
    ],
    [
      'an incident',
      {
        lastDecision: decided({ code: 'INCIDENT' }),
        incident: { fingerprint: 'f', until: t0 + 30 * minute },
      },
      '2027-01-15 08:30 UTC',
    ],
  ])('is told by %s', (_, state, words) => {
    expect(lookOf(state)).toMatch(words);
  });

  it('is told in words otherwise', () => {
    expect(lookOf({})).toBe('within a minute');
    expect(lookOf({ session: live({ deadline: t0 + 4 * minute }) })).toBe('within a minute');
    expect(lookOf({ lastDecision: decided({ action: 'TERMINAL_FAILED' }) })).toContain(
      'ten minutes',
    );
    expect(lookOf({ lastDecision: decided({ action: 'DONE' }) })).toContain('tomorrow');
    const observation = anObservation({ state: 'closed' });
    expect(lookOf({ observation, lastDecision: decided({ action: 'DONE' }) })).toContain(
      'opened again',
    );
  });

  it('is the same text a minute later', () => {
    for (const state of [{}, { session: live() }, { staleCiSince: t0 }]) {
      const later = standing(state, t0 + minute);
      expect(stickyComment(later)).toBe(stickyComment(standing(state)));
    }
  });
});

const all = (words: string) =>
  stickyComment(
    standing({
      lastDecision: decided({ reason: words }),
      lastSession: ended({ reason: words }),
    }),
  );

describe('words from outside', () => {
  it('are no markup, no link and no mention', () => {
    const plain = all('x').split('\n').length;
    fc.assert(
      fc.property(hostileText, (words) => {
        const text = all(words);
        expect(text.split('\n')).toHaveLength(plain);
        expect(text).not.toMatch(/@(?!\u{200B})|<(?!\/?(?:code|details|summary)>)|!\[/u);
      }),
    );
  });

  it.each(hostile)('cannot end the table or the reason: %j', (words) => {
    const row = all(words)
      .split('\n')
      .find((line) => line.startsWith('| Last session'));
    expect(row?.match(/\|/g)).toHaveLength(3);
  });

  it('are masked where they look like a credential', () => {
    expect(all(`It said ghp_${'a'.repeat(36)} here`)).not.toContain('ghp');
  });
});

describe('where nobody asked for us', () => {
  const seen = { observation: anObservation() };

  it.each([
    ['never switched on', { enabled: false, ...seen }, false],
    ['switched on', { enabled: true, ...seen }, true],
    ['switched off after a session', { enabled: false, lastSession: ended(), ...seen }, true],
    [
      'switched off after a comment',
      { enabled: false, sticky: { commentId: '1', digest: 'd' }, ...seen },
      true,
    ],
    ['not looked at yet', { enabled: true }, false],
    ['gone', { enabled: true, observation: anObservation({ state: 'none' }) }, false],
  ])('nothing is said: %s', (_, state, isSaid) => {
    expect(isCommentDue(aWorkspaceState(state))).toBe(isSaid);
  });
});
