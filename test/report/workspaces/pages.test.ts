import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Overview, WorkspaceDetail } from '#report/workspaces/overview.ts';
import { workspacesPage } from '#report/workspaces/page.ts';
import type { WorkspaceRow } from '#report/workspaces/row.ts';
import { workspacePage } from '#report/workspaces/workspace-page.ts';
import { runId, sha, t0, workspaceId } from '../../support/samples.ts';
import { hostileText } from '../hostile-text.ts';
import { pageProblems, tagsOf } from '../pages.ts';

const minute = 60_000;

function aRow(different: Partial<WorkspaceRow> = {}): WorkspaceRow {
  return {
    id: workspaceId('github.com:7:42'),
    pullRequest: 'acme/shop#42',
    title: 'Add up',
    url: 'https://github.com/acme/shop/pull/42',
    group: 'rest',
    state: 'waiting',
    mood: 'plain',
    action: 'WAIT',
    code: 'CI_RUNNING',
    reason: 'Checks are running.',
    needsHuman: false,
    advice: null,
    attempts: 1,
    attemptLimit: 3,
    usd: 0.25,
    since: t0 - 5 * minute,
    lastLookAt: t0 - minute,
    nextLookAt: t0 + minute,
    session: null,
    ...different,
  };
}

const waiting = aRow({
  group: 'human',
  pullRequest: 'acme/shop#7',
  state: 'given up',
  mood: 'bad',
  code: 'ATTEMPTS_SPENT',
  advice: 'Finish it by hand.',
});

const over = aRow({ group: 'over', pullRequest: 'acme/shop#1', nextLookAt: null });

function anOverview(different: Partial<Overview> = {}): Overview {
  return { now: t0, pauses: [], rows: [over, aRow(), waiting], ...different };
}

function aDetail(different: Partial<WorkspaceDetail> = {}): WorkspaceDetail {
  return {
    now: t0,
    row: waiting,
    headSha: sha('a'),
    lastSession: {
      runId: runId('run-2'),
      kind: 'ci',
      outcome: 'no-push',
      reason: 'Nothing helped.',
      at: t0,
    },
    transitions: [
      {
        rev: 9,
        at: t0,
        action: 'TERMINAL_FAILED',
        code: 'ATTEMPTS_SPENT',
        reason: 'Checks failed.',
      },
      { rev: 8, at: t0 - minute, action: 'SESSION', code: null, reason: 'The session ended.' },
    ],
    runs: [
      {
        id: runId('run-2'),
        kind: 'fixup',
        status: 'succeeded',
        headSha: sha('a'),
        startedAt: t0 - 2 * minute,
        finishedAt: t0 - minute,
        usd: 0.125,
      },
    ],
    ...different,
  };
}

/** Links lead to the forge and to pages of our own; nothing else may be in a page. */
const withoutLinks = (page: string): string =>
  page.replace(
    /<a href="(?:https:\/\/github\.com\/[\w/]+" rel="noreferrer|\/(?:(?:workspaces|runs)\/[\w%.-]+)?(?:\?still)?|\?(?:still)?)">/g,
    '<a>',
  );

const textOf = (page: string): string =>
  page
    .slice(page.indexOf('<body>'))
    .replace(/<[^>]+>/g, '|')
    .replace(/[|\n]+/g, '|');

describe('the page of everything that is watched', () => {
  const page = workspacesPage(anOverview());

  it('needs nothing else, can load nothing, and renews itself', () => {
    expect(pageProblems(withoutLinks(page))).toEqual([]);
    expect(page).toContain('<meta http-equiv="refresh" content="10">');
  });

  it('has what needs a person first', () => {
    const headings = [...page.matchAll(/<h[12]>([^<]+)/g)].map(([, title]) => title?.trim());
    expect(headings).toEqual([
      '1 pull request needs a person',
      'A person is needed',
      'Watched',
      'Closed or merged',
    ]);
    const rows = [...page.matchAll(/>(acme\/shop#\d+)</g)].map(([, place]) => place);
    expect(rows).toEqual(['acme/shop#7', 'acme/shop#42', 'acme/shop#1']);
  });

  it('says of each how it stands, why, what it cost, since when and when it is looked at', () => {
    expect(textOf(page)).toContain(
      '|acme/shop#42|Add up|waiting|Checks are running.|CI_RUNNING|1/3|$0.2500|5 min 00 s|in 1 min 00 s|Log|',
    );
    expect(textOf(page)).toContain('|when woken|');
    expect(page).toContain('<a href="/workspaces/github.com%3A7%3A42">');
  });

  it('says that fixing is paused, and by whom', () => {
    const paused = workspacesPage(
      anOverview({
        pauses: ['1', '2'].map((installation) => ({ installation, by: 'ann', at: t0 })),
      }),
    );
    expect(textOf(paused).match(/ann paused all fixing at 2027-01-15 08:00:00 UTC/g)).toHaveLength(
      1,
    );
  });

  it('says so where nobody could look for long at what is looked at often', () => {
    const late = { lastLookAt: t0 - 21 * minute };
    const blind = workspacesPage(anOverview({ rows: [aRow(late), aRow()] }));
    expect(textOf(blind)).toContain(
      '1 pull request could not be looked at since 2027-01-15 07:39:00 UTC',
    );
    expect(blind).toContain('<header class="verdict unsure">');
    expect(blind).toContain('<h1>Some pull requests cannot be looked at</h1>');
    const never = aRow({ lastLookAt: null, since: t0 - 21 * minute });
    expect(workspacesPage(anOverview({ rows: [never] }))).toContain('could not be looked at');
    // Nobody looks at these so often.
    for (const row of [aRow({ ...late, action: 'DONE' }), { ...over, ...late }]) {
      expect(workspacesPage(anOverview({ rows: [row] }))).toContain(
        '<h1>No pull request needs a person</h1>',
      );
    }
  });

  it('says what a person can do where one is waited for, and nowhere else', () => {
    expect(textOf(page)).toContain('|ATTEMPTS_SPENT|Finish it by hand.|1/3|');
    expect(page.match(/class="todo"/g)).toHaveLength(1);
  });

  it('stands still for whoever wants that, and so do the pages that it leads to', () => {
    const still = workspacesPage(anOverview(), 'still');
    expect(pageProblems(withoutLinks(still))).toEqual([]);
    expect(still).not.toContain('http-equiv="refresh"');
    expect(still).toContain('<a href="/workspaces/github.com%3A7%3A42?still">');
    expect(page).toContain('<a href="?still">');
    const detail = workspacePage(aDetail(), 'still');
    expect(detail).not.toContain('http-equiv="refresh"');
    expect(detail).toContain('<a href="/?still">');
  });

  it('says so where nothing is watched and where nobody is needed', () => {
    expect(workspacesPage(anOverview({ rows: [] }))).toContain(
      '<h1>No pull request is watched yet',
    );
    expect(workspacesPage(anOverview({ rows: [aRow()] }))).toContain(
      '<h1>No pull request needs a person',
    );
  });

  it('shows only some of many that are over', () => {
    const rows = Array.from({ length: 130 }, () => over);
    expect(workspacesPage(anOverview({ rows }))).toContain('and 30 more');
  });
});

describe('the page of a workspace', () => {
  const page = workspacePage(aDetail());

  it('needs nothing else, can load nothing, and renews itself', () => {
    expect(pageProblems(withoutLinks(page))).toEqual([]);
    expect(page).toContain('<meta http-equiv="refresh" content="10">');
  });

  it('tells how it stands, what a person can do, its log, its runs and what they cost', () => {
    const text = textOf(page);
    for (const part of [
      '|acme/shop#7: given up|',
      '|Finish it by hand.|',
      '|ci: no-push| Nothing helped. |',
      '|2027-01-15 08:00:00|9|TERMINAL_FAILED |ATTEMPTS_SPENT|Checks failed.|',
      '|2027-01-15 07:59:00|8|SESSION |The session ended.|',
      '|run-2|fixup|succeeded|aaaaaaa|2027-01-15 07:58:00|1 min 00 s|$0.1250|',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('says so where nothing happened yet', () => {
    const fresh = aDetail({ transitions: [], runs: [], lastSession: null });
    expect(textOf(workspacePage({ ...fresh, headSha: null }))).toContain('|Nothing yet.|');
  });
});

/** Both pages with these words wherever words come from outside. */
const withWords = (words: string) => {
  const text = { title: words, reason: words, pullRequest: words, state: words, advice: words };
  const row = { ...waiting, ...text };
  const { transitions, lastSession, ...detail } = aDetail();
  return [
    workspacesPage(
      anOverview({ rows: [row], pauses: [{ installation: 'local', by: words, at: 0 }] }),
    ),
    workspacePage({
      ...detail,
      row,
      lastSession: lastSession && { ...lastSession, reason: words },
      transitions: transitions.map((entry) => ({ ...entry, reason: words })),
    }),
  ];
};

describe('words from outside', () => {
  it('change nothing of a page but its text', () => {
    const plain = withWords('plain').map(tagsOf);
    fc.assert(
      fc.property(hostileText, (words) => {
        expect(withWords(words).map(tagsOf)).toEqual(plain);
      }),
      { numRuns: 300 },
    );
  });

  it('lead nowhere but to pages', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', ' https://x', '//x.example']) {
      expect(workspacesPage(anOverview({ rows: [aRow({ url })] }))).not.toContain(
        'rel="noreferrer"',
      );
    }
    const hostileUrl = 'https://x.example/" onclick="alert(1)';
    const page = workspacesPage(anOverview({ rows: [aRow({ url: hostileUrl })] }));
    expect(page).toContain('href="https://x.example/&#34; onclick=&#34;alert(1)"');
  });
});
