import { chromium } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBrowser } from '#platform/browser/browser.ts';
import { findOnPath } from '#platform/files/find-program.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createEvidenceKeeper } from '#check/keep-evidence.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { systemHash } from '#platform/system/hash.ts';
import { readEvidence, readKept } from '#ratchet/overview/read-kept.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { readDetail, readOverview } from '../../../lib/ratchet/overview/read-overview.ts';
import { aLook, aRedLook } from '../../report/workspaces/looks.ts';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { anObservation, aRun, runId } from '../../support/samples.ts';
import { plantDecision, plantPlane, plantWatch } from '../../cli/workspaces/planted-workspaces.ts';
import { serveOne } from './served.ts';

const hostileTitle = '</td><script>document.title="owned"</script><img src=x onerror=alert(1)>';

/** A control plane that watches two pull requests, one of which needs a person, as it is served. */
async function serveTwo() {
  const planted = await plantPlane();
  const { database, installations, workspaces } = planted;
  const green = await plantWatch(planted, 1, {
    observation: anObservation({ title: hostileTitle }),
  });
  await plantDecision(planted, green, { facts: aLook({ now: Date.now() - 60_000 }) });
  const spent = await plantWatch(planted, 2, { consecutiveFixupAttempts: 3 });
  await plantDecision(planted, spent, {
    facts: aRedLook({ now: Date.now() - 5_000, attempts: 3 }),
  });
  const runs = createSqliteRunStore({ database });
  await runs.createRun(aRun({ id: 'run-7', workspaceId: 'github.com:7:2' }));
  const artifacts = createFileArtifacts({ root: await tempFolder() });
  const deps = { workspaces, installations, runs, artifacts, clock: systemClock };
  const evidence = createEvidenceKeeper({ ...deps, hash: systemHash }, runId('run-7'));
  const written = { log: `said ${hostileTitle}`, reports: new Map<string, string>() };
  const name = await evidence.keep({ engine: 'ruff', root: 'packages/a b' }, written);
  const served = await serveOne({
    shown: {
      overview: () => readOverview(deps),
      detail: (id) => readDetail(deps, id),
      run: (id) => readEvidence(deps, id, 0),
      written: async (id, asked) => {
        const kept = await readKept(deps, id, asked);
        return kept.kind === 'found' ? kept.text : undefined;
      },
    },
  });
  return { ...served, name };
}

describe('the pages of a control plane', () => {
  it('are for people and for programs', async () => {
    const { ask } = await serveTwo();
    const page = await ask('/?now=1');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('1 pull request needs a person');
    for (const path of ['/api/workspaces', '/api/workspaces.json']) {
      const { body, headers } = await ask(path);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(body)).toMatchObject({
        pauses: [],
        rows: [
          { pullRequest: 'acme/shop#2', attempts: 3, attemptLimit: 3, code: 'ATTEMPTS_SPENT' },
          { pullRequest: 'acme/shop#1', code: 'GREEN' },
        ],
      });
    }
  });

  it('lead to what the tools of a run wrote, as plain text', async () => {
    const { ask, name } = await serveTwo();
    expect((await ask('/workspaces/github.com:7:2')).body).toContain('<a href="/runs/run-7">');
    const page = (await ask('/runs/run-7')).body;
    const [, link = ''] = /<a href="([^"]*artifacts[^"]*)">/.exec(page) ?? [];
    expect(decodeURIComponent(link)).toBe(`/runs/run-7/artifacts/${name}`);
    const text = await ask(link);
    expect(text.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(text.body).toBe(`said ${hostileTitle}`);
    expect((await ask('/runs/run-7/report')).body).toContain('run-7');
    for (const path of ['/runs/run-8', '/runs/run-7/artifacts/engines/x', '/runs/run-7/else']) {
      expect((await ask(path)).status).toBe(404);
    }
  });

  it('stand still where that is asked for', async () => {
    const { ask } = await serveTwo();
    for (const path of ['/', '/workspaces/github.com:7:2']) {
      expect((await ask(path)).body).toContain('http-equiv="refresh"');
      expect((await ask(`${path}?still`)).body).not.toContain('http-equiv="refresh"');
    }
  });

  it('tell everything of one workspace', async () => {
    const { ask } = await serveTwo();
    for (const path of ['/workspaces/github.com:7:2', '/workspaces/github.com%3A7%3A2']) {
      const { status, body } = await ask(path);
      expect(status).toBe(200);
      expect(body).toContain('acme/shop#2: given up');
      expect(body).toContain('run-7');
    }
    const { body } = await ask('/api/workspaces/github.com%3A7%3A2/transitions');
    expect(JSON.parse(body)).toMatchObject({
      transitions: [{ rev: 2, action: 'TERMINAL_FAILED', code: 'ATTEMPTS_SPENT' }],
    });
  });

  it.each([
    '/workspaces/github.com:7:3',
    '/workspaces/',
    '/workspaces/%',
    '/workspaces/..%2F..%2Fetc',
    '/workspaces/github.com:7:2/transitions',
    '/api/workspaces/github.com:7:2',
    '/favicon.ico',
    '//',
  ])('are not at %s', async (path) => {
    const { ask } = await serveTwo();
    expect(await ask(path)).toMatchObject({ status: 404 });
  });

  it('are shown by a browser as they are meant, whatever a title says', async () => {
    await chromiumOrSkip();
    const { url } = await serveTwo();
    const browser = createBrowser({ env: process.env, findOnPath });
    const ending = await browser.act(
      [
        { do: 'open', url: `${url}/` },
        { do: 'expect_text', selector: 'section.cards + section h2', text: 'A person is needed' },
        { do: 'expect_text', selector: '.human tbody tr', text: 'acme/shop#2' },
        { do: 'expect_text', selector: 'main', text: hostileTitle },
        { do: 'screenshot', name: 'overview' },
        { do: 'click', selector: '.human tbody a[href^="/workspaces/"]' },
        { do: 'expect_text', selector: 'h1', text: 'acme/shop#2: given up' },
        {
          do: 'expect_text',
          selector: 'main',
          text: 'Checks failed after 3 pushed fixups in a row',
        },
        { do: 'screenshot', name: 'workspace' },
      ],
      { timeoutMs: 60_000 },
    );
    expect(ending).toMatchObject({ kind: 'done' });
  });

  it('can be read on a phone and on a desk without moving them sideways', async () => {
    const executablePath = await chromiumOrSkip();
    const { url } = await serveTwo();
    const chromiumSandbox = process.getuid?.() !== 0;
    const browser = await chromium.launch({ executablePath, chromiumSandbox });
    onTestFinished(() => browser.close());
    for (const width of [320, 375, 768, 1024, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: 700 } });
      for (const path of ['/?still', '/workspaces/github.com:7:2?still']) {
        await page.goto(`${url}${path}`);
        const hidden = await page.evaluate(tooWide);
        expect({ width, path, hidden }).toEqual({ width, path, hidden: [] });
      }
      await page.close();
    }
  });
});

/** In the browser: what is wider than the room it has, as a script, for no test knows what a page is made of. */
const tooWide = `[document.documentElement, ...document.querySelectorAll('.wide, .card, header, main')]
  .filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.className || one.tagName)`;
