import { createBrowser } from '#platform/browser/browser.ts';
import { findOnPath } from '#platform/files/find-program.ts';

/** Opens a page and then waits for a text that never comes, until somebody kills this process. */
const [chromium = '', path = '', url = ''] = process.argv.slice(2);
const env = { RATCHETR_CHROMIUM: chromium, PATH: path };
const browser = createBrowser({ env, findOnPath });
const acts = [
  { do: 'open' as const, url },
  { do: 'expect_text' as const, selector: 'body', text: 'never said' },
];
await browser.act(acts, { timeoutMs: 120_000 });
