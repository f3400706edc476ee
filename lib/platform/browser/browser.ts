import { access, constants } from 'node:fs/promises';
import { oneLine, plainText, shortened } from '#base/plain-text.ts';
import type { Browser, BrowserAct, BrowserEnding, Screenshot } from '#repair/needs/browser.ts';
import { environmentNames } from '#config/env-names.ts';
import type { Environment } from '#config/env.ts';
import { errorMessage } from '#base/errors.ts';
import { type Deadline, createDeadline } from './deadline.ts';
import { type OpenPage, withPage } from './open-page.ts';
import { perform, visibleText } from './perform.ts';

/** Chromium without a window: one browser for each step, with nothing of those before, gone at its end. */
export function createBrowser(deps: ChromiumSearch): Browser {
  return {
    async act(acts, { timeoutMs, signal }) {
      const chromium = await findChromium(deps);
      if (chromium.kind === 'absent') return chromium;
      const deadline = createDeadline(timeoutMs, signal);
      const screenshots: Screenshot[] = [];
      const start = { program: chromium.path, env: deps.env, deadline };
      const opened = await withPage(start, (page) => actAll(page, acts, { deadline, screenshots }));
      if (opened.kind === 'done') return opened.result;
      const reason = `The browser did not start: ${describeDriverError(opened.error)}`;
      return { kind: 'failed', reason, screenshots };
    },
  };
}

interface Kept {
  readonly deadline: Deadline;
  readonly screenshots: Screenshot[];
}

const longestText = 20_000;

async function actAll(
  page: OpenPage,
  acts: readonly BrowserAct[],
  { deadline, screenshots }: Kept,
): Promise<BrowserEnding> {
  for (const [index, act] of acts.entries()) {
    try {
      const png = await perform(page, act, deadline);
      if (png !== undefined && act.do === 'screenshot') screenshots.push({ name: act.name, png });
    } catch (error) {
      const reason = `Act ${index + 1} of ${acts.length}, ${nameAct(act)}: ${describeDriverError(error)}`;
      return { kind: 'failed', reason, screenshots };
    }
  }
  try {
    const text = await visibleText(page, deadline);
    return { kind: 'done', text: shortened(plainText(text), longestText), screenshots };
  } catch (error) {
    const reason = `After the last act the page could not be read: ${describeDriverError(error)}`;
    return { kind: 'failed', reason, screenshots };
  }
}

function nameAct(act: BrowserAct): string {
  switch (act.do) {
    case 'open':
      return `open ${quoteText(act.url)}`;
    case 'screenshot':
      return `screenshot ${quoteText(act.name)}`;
    case 'click':
    case 'type':
    case 'expect_text':
      return `${act.do} ${quoteText(act.selector)}`;
  }
}

function quoteText(text: string): string {
  return JSON.stringify(shortened(oneLine(text), 200));
}

// Messages quote the page, which may say anything.
function describeDriverError(error: unknown): string {
  return shortened(oneLine(errorMessage(error)), 600);
}

interface ChromiumSearch {
  readonly env: Environment;
  /** The first of these programs that is on the path. */
  readonly findOnPath: (names: readonly string[], path: string) => Promise<string | undefined>;
}

type FoundChromium =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'absent'; readonly reason: string };

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** Looks for Chromium: the one that the environment names, else one on the path. */
export async function findChromium({ env, findOnPath }: ChromiumSearch): Promise<FoundChromium> {
  const named = env[environmentNames.chromium];
  if (named !== undefined && named !== '') return findNamed(named);
  const path = await findOnPath(names, env['PATH'] ?? '');
  if (path !== undefined) return { kind: 'found', path };
  const missing = `There is no browser: none of ${names.join(', ')} is on the path`;
  return { kind: 'absent', reason: `${missing}; ${remedy}.` };
}

const remedy =
  `install Chromium (on Debian: apt-get install chromium), ` +
  `or name the program of one in ${environmentNames.chromium}`;

async function findNamed(path: string): Promise<FoundChromium> {
  try {
    await access(path, constants.X_OK);
    return { kind: 'found', path };
  } catch {
    const wrong = `${environmentNames.chromium} names ${path}, which is no program`;
    return { kind: 'absent', reason: `${wrong}; correct or remove it.` };
  }
}
