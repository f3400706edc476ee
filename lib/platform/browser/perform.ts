import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserAct } from '#repair/needs/browser.ts';
import { errorMessage } from '#base/errors.ts';
import type { Deadline } from './deadline.ts';
import type { OpenPage } from './open-page.ts';

/** Does one act on a page, and waits for what it needs; gives the picture of a screenshot. Throws when it fails. */
export async function perform(
  page: OpenPage,
  act: BrowserAct,
  deadline: Deadline,
): Promise<Uint8Array | undefined> {
  const limit = { timeout: deadline.leftMs() };
  switch (act.do) {
    case 'open':
      await deadline.race(page.goto(checkedAddress(act.url), limit));
      return undefined;
    case 'click':
      await deadline.race(page.locator(css(act.selector)).click(limit));
      return undefined;
    case 'type':
      await type(page, act, deadline);
      return undefined;
    case 'expect_text':
      await expectText(page, act, deadline);
      return undefined;
    case 'screenshot':
      return deadline.race(page.screenshot(limit));
  }
}

export async function visibleText(page: OpenPage, deadline: Deadline): Promise<string> {
  return deadline.race(page.locator('body').innerText({ timeout: deadline.leftMs() }));
}

interface Words {
  readonly selector: string;
  readonly text: string;
}

async function type(page: OpenPage, { selector, text }: Words, deadline: Deadline): Promise<void> {
  const field = page.locator(css(selector));
  // Waits until the field can be written to and empties it.
  await deadline.race(field.fill('', { timeout: deadline.leftMs() }));
  await deadline.race(field.pressSequentially(text, { timeout: deadline.leftMs() }));
}

const pauseMs = 50;

async function expectText(
  page: OpenPage,
  { selector, text }: Words,
  deadline: Deadline,
): Promise<void> {
  const wanted = spaced(text);
  const visible = page.locator(css(selector)).filter({ visible: true });
  let shown: readonly string[] = [];
  try {
    for (;;) {
      shown = (await deadline.race(visible.allInnerTexts())).map(spaced);
      if (shown.some((one) => one.includes(wanted))) return;
      await deadline.race(delay(pauseMs));
    }
  } catch (error) {
    const instead = shown.length === 0 ? 'no such element was seen' : `it showed "${shown[0]}"`;
    const message = errorMessage(error);
    throw new Error(`"${wanted}" did not appear, ${instead}: ${message}`, { cause: error });
  }
}

// Without its prefix a selector could be one of the driver's own kinds.
function css(selector: string): string {
  return `css=${selector}`;
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Gives an address back that may be opened: a page of a server, or one written out in full. Throws for any other. */
export function checkedAddress(url: string): string {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  // Other addresses of about: lead to pages of the browser itself.
  if (url === 'about:blank' || protocols.has(protocol)) return url;
  throw new Error('only http, https and data addresses and about:blank may be opened');
}

const protocols = new Set(['http:', 'https:', 'data:']);
