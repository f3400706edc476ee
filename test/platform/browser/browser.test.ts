import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBrowser } from '#platform/browser/browser.ts';
import { findOnPath } from '#platform/files/find-program.ts';
import type { BrowserAct, BrowserEnding } from '#repair/needs/browser.ts';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { environmentsWith } from './marked-processes.ts';
import { servePages } from './pages.ts';

const long = { timeoutMs: 120_000 };
const patiently = { timeout: 240_000 };

describe('a browser', () => {
  it('opens, types, clicks, waits for a text and keeps a picture', async () => {
    const { act, origin } = await start();
    const ending = await act([
      { do: 'open', url: origin },
      { do: 'type', selector: '#name', text: 'Zoë' },
      { do: 'expect_text', selector: '#keys', text: '3' },
      { do: 'click', selector: '#go' },
      { do: 'expect_text', selector: '#out', text: 'Hello,   Zoë!' },
      { do: 'screenshot', name: 'greeting' },
    ]);
    expect(ending).toMatchObject({ kind: 'done', screenshots: [{ name: 'greeting' }] });
    if (ending.kind !== 'done') return;
    expect(ending.text).toContain('Greeter');
    expect(ending.text).toContain('Hello, Zoë!');
    expect(ending.text).not.toContain('secret of the page');
    const png = Buffer.from(ending.screenshots[0]?.png ?? []);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1280, 720]);
  });

  it('begins every step with nothing of those before', async () => {
    const { act, origin } = await start();
    const acts: BrowserAct[] = [
      { do: 'open', url: `${origin}/visits` },
      { do: 'expect_text', selector: '#seen', text: 'nothing' },
    ];
    expect((await act(acts)).kind).toBe('done');
    expect((await act(acts)).kind).toBe('done');
    const again = [...acts, ...acts.slice(0, 1)];
    expect(await act(again)).toMatchObject({ kind: 'done', text: 'seen=1a visit before' });
  });

  it.each<[string, BrowserAct, RegExp]>([
    ['no element', { do: 'click', selector: '#none' }, /^Act 3 of 4, click "#none": /],
    ['no field', { do: 'type', selector: '#out', text: 'x' }, /type "#out": .*not an <input>/],
    [
      'another text',
      { do: 'expect_text', selector: '#out', text: 'Waiting' },
      /, expect_text "#out": "Waiting" did not appear, it showed "waiting": the step took longer/,
    ],
    [
      'a text that nobody sees',
      { do: 'expect_text', selector: '#hidden', text: 'secret' },
      /"secret" did not appear, no such element was seen: the step took longer than its \d+ ms$/,
    ],
    ['a selector of another kind', { do: 'click', selector: 'text=Go' }, /click "text=Go": /],
    ['nobody there', { do: 'open', url: 'http://127.0.0.1:9/' }, /ERR_(UNSAFE_PORT|CONNECTION)/],
    ['a file', { do: 'open', url: 'file:///etc/passwd' }, /open "file:.*: only http, https and/],
  ])('tells of %s, and keeps the pictures until then', async (_, act, reason) => {
    const browser = await start();
    const acts: BrowserAct[] = [
      { do: 'open', url: browser.origin },
      { do: 'screenshot', name: 'before' },
      act,
      { do: 'screenshot', name: 'after' },
    ];
    expect(await failingWith(reason, (limits) => browser.act(acts, limits))).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(reason),
      screenshots: [{ name: 'before', png: expect.anything() }],
    });
  });

  it('tells of a program that is no browser', async () => {
    const browser = createBrowser({ env: { RATCHETR_CHROMIUM: '/bin/false' }, findOnPath });
    expect(await browser.act([{ do: 'open', url: 'about:blank' }], long)).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/^The browser did not start: /),
    });
  });
});

describe('pages', () => {
  it('cannot read the files of this machine', async () => {
    const { act, origin, give } = await start();
    const file = join(await tempFolder(), 'file.html');
    await writeFile(file, 'content of a file');
    const url = pathToFileURL(file).href;
    give(`<a id="go" href="${url}">Go</a><iframe src="${url}"></iframe><p id="out">none</p><script>
      fetch('${url}').then((r) => r.text()).then((t) => out.textContent = t, () => out.textContent = 'refused');
    </script>`);
    const ending = await act([
      { do: 'open', url: `${origin}/given` },
      { do: 'click', selector: '#go' },
      { do: 'expect_text', selector: '#out', text: 'refused' },
    ]);
    expect(ending).toMatchObject({ kind: 'done', text: expect.stringContaining('refused') });
    expect(JSON.stringify(ending)).not.toContain('content of a file');
    const data = `data:text/html,<iframe src="${url}"></iframe><p>read</p>`;
    const other = await act([{ do: 'open', url: data }]);
    expect(other).toMatchObject({ kind: 'done', text: expect.stringContaining('read') });
    expect(JSON.stringify(other)).not.toContain('content of a file');
  });
});

describe('the process of a browser', () => {
  it('knows nothing of our environment, and is gone at the end', async () => {
    const { act, origin, mark, env } = await start();
    const controller = new AbortController();
    const acts: BrowserAct[] = [{ do: 'open', url: `${origin}/never` }];
    const acting = act(acts, { ...long, signal: controller.signal });
    let seen: readonly string[] = [];
    await expect.poll(async () => (seen = await environmentsWith(mark)), patiently).not.toEqual([]);
    for (const text of seen) expect(text).not.toContain(env.ANTHROPIC_API_KEY);
    controller.abort();
    expect((await acting).kind).toBe('failed');
    expect(await environmentsWith(mark)).toEqual([]);
  });

  it.each([
    ['a page that is never answered', '/never', /^Act 1 of 2.*(Timeout|took longer than its)/],
    ['a page that keeps busy', '/busy', /^Act 2 of 2.*took longer than its/],
  ])('ends in time with %s', async (_, path, reason) => {
    const { act, origin, mark } = await start();
    const acts: BrowserAct[] = [
      { do: 'open', url: `${origin}${path}` },
      { do: 'expect_text', selector: '#out', text: 'never said' },
    ];
    expect(await failingWith(reason, (limits) => act(acts, limits))).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(reason),
    });
    expect(await environmentsWith(mark)).toEqual([]);
  });

  it('ends when the step is stopped, whenever that is', async () => {
    const { act, origin, mark } = await start();
    const acts: BrowserAct[] = [{ do: 'open', url: `${origin}/never` }];
    for (const afterMs of [0, 30, 150, 400, 1_500]) {
      const signal = AbortSignal.timeout(afterMs);
      const ending = await act(acts, { ...long, signal });
      expect(ending).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/stopped/) });
      expect(await environmentsWith(mark)).toEqual([]);
    }
  });

  it('ends when we are killed', async () => {
    const { chromium, origin, mark, path } = await start();
    const program = join(import.meta.dirname, 'programs/browse.ts');
    const child = spawn(process.execPath, [program, chromium, path, origin], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {},
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(() => environmentsWith(mark), patiently).not.toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'close');
    await expect.poll(() => environmentsWith(mark), patiently).toEqual([]);
  });
});

describe('without a browser', () => {
  it('says how to get one', async () => {
    const browser = createBrowser({ env: { PATH: await tempFolder() }, findOnPath });
    expect(await browser.act([{ do: 'open', url: 'about:blank' }], long)).toEqual({
      kind: 'absent',
      reason:
        'There is no browser: none of chromium, chromium-browser, google-chrome is on the path; ' +
        'install Chromium (on Debian: apt-get install chromium), ' +
        'or name the program of one in RATCHETR_CHROMIUM.',
    });
  });

  it('says that the named one is not there', async () => {
    const env = { RATCHETR_CHROMIUM: '/nowhere/chromium', PATH: process.env['PATH'] };
    const browser = createBrowser({ env, findOnPath });
    expect(await browser.act([{ do: 'open', url: 'about:blank' }], long)).toEqual({
      kind: 'absent',
      reason:
        'RATCHETR_CHROMIUM names /nowhere/chromium, which is no program; correct or remove it.',
    });
  });
});

/** Lets a step fail for a reason, with a longer limit each time that a slow machine did not come so far. */
async function failingWith(
  reason: RegExp,
  act: (limits: { readonly timeoutMs: number }) => Promise<BrowserEnding>,
): Promise<BrowserEnding> {
  for (let timeoutMs = 3_000; ; timeoutMs *= 3) {
    const ending = await act({ timeoutMs });
    const isSo = ending.kind === 'failed' && reason.test(ending.reason);
    if (isSo || timeoutMs > 50_000) return ending;
  }
}

/** A browser whose processes bear a mark in their environment, and pages to look at. */
async function start() {
  const chromium = await chromiumOrSkip();
  const mark = await tempFolder();
  const path = `${process.env['PATH']}:${mark}`;
  const env = { RATCHETR_CHROMIUM: chromium, PATH: path, ANTHROPIC_API_KEY: 'real-key-value' };
  const browser = createBrowser({ env, findOnPath });
  const act = (acts: readonly BrowserAct[], limits: Parameters<typeof browser.act>[1] = long) =>
    browser.act(acts, limits);
  return { ...(await servePages()), act, mark, env, chromium, path };
}
