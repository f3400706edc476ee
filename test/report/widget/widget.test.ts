import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runStyle } from '#report/run/style.ts';
import {
  absentWidget,
  overviewWidget,
  workspaceWidget,
  withinWidget,
} from '#report/widget/widget.ts';
import type { WorkspaceDetail } from '#report/workspaces/overview.ts';
import type { WorkspaceRow } from '#report/workspaces/row.ts';
import { workspacesStyle } from '#report/workspaces/style.ts';
import { runId, sha, t0, workspaceId } from '../../support/samples.ts';
import { hostileText } from '../hostile-text.ts';
import { nestingProblems } from '../pages.ts';

const frame = { theme: 'light', endpoint: 'arn:aws:lambda:us-east-1:1:function:widget' } as const;

function aRow(words: string): WorkspaceRow {
  return {
    id: workspaceId('github.com:7:42'),
    pullRequest: words,
    title: words,
    url: words,
    group: 'human',
    state: words,
    mood: 'bad',
    action: 'TERMINAL_FAILED',
    code: words,
    reason: words,
    needsHuman: true,
    advice: words,
    attempts: 3,
    attemptLimit: 3,
    usd: 1,
    since: t0,
    lastLookAt: null,
    nextLookAt: null,
    session: null,
  };
}

function aDetail(words: string): WorkspaceDetail {
  const run = { kind: 'fixup', status: 'failed', headSha: sha('a'), usd: 1 } as const;
  return {
    now: t0,
    row: aRow(words),
    headSha: sha('a'),
    lastSession: { runId: runId('run-1'), kind: 'ci', outcome: 'no-push', reason: words, at: t0 },
    transitions: [{ rev: 1, at: t0, action: words, code: words, reason: words }],
    runs: [{ id: runId('run-1'), startedAt: t0, finishedAt: null, ...run }],
  };
}

const shown = {
  'all pull requests': (words: string) =>
    overviewWidget(
      frame,
      { now: t0, pauses: [{ installation: words, by: words, at: t0 }], rows: [aRow(words)] },
      workspaceId('github.com:7:42'),
    ),
  'one pull request': (words: string) => workspaceWidget(frame, aDetail(words)),
  'what is not there': (words: string) => absentWidget(frame, words),
};

/** The tags without what stands in attributes. */
function tagsOf(widget: string): readonly string[] {
  const body = widget.slice(widget.indexOf('</style>'));
  return (body.match(/<[^>]*>/g) ?? []).map((tag) => tag.replaceAll(/"[^"]*"/g, '""'));
}

describe.each(Object.entries(shown))('the widget of %s', (_name, show) => {
  it('has the same tags whatever anybody wrote', () => {
    const plain = tagsOf(show('words'));
    fc.assert(
      fc.property(hostileText, (words) => {
        const widget = show(words);
        expect(tagsOf(widget)).toEqual(plain);
        expect(nestingProblems(widget)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('loads nothing, runs nothing, and is no page of its own', () => {
    const widget = show('words');
    const banned = /<(?:script|link|img|iframe|object|embed|base|html|body|meta|use)\b/;
    expect(widget).not.toMatch(banned);
    expect(widget).not.toMatch(/\s(?:src|style|on\w+)=|url\(|@import/);
  });
});

describe('the style of a widget', () => {
  it.each([
    ['of workspaces', workspacesStyle],
    ['of a run', runStyle],
  ])('%s reaches nothing around it', (_name, style) => {
    const within = withinWidget(style);
    expect(within).toMatch(/^\.ratchetr \{\n[^]*\n\}\n$/);
    expect(within).not.toMatch(/:root|^\s*(?:body|html)\b|prefers-color-scheme/m);
    expect(within).not.toContain('color-scheme: light dark');
    // The bracket after `.ratchetr` is closed by the last one alone.
    const depths = [...within.matchAll(/[{}]/g)].map(([sign]) => (sign === '{' ? 1 : -1));
    const open = depths.map((_, at) => depths.slice(0, at + 1).reduce((sum, one) => sum + one, 0));
    expect(open.indexOf(0)).toBe(open.length - 1);
  });
});
