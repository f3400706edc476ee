import { TestRunner } from 'vitest';
import { findChromium } from '#platform/browser/browser.ts';
import { findOnPath } from '#platform/files/find-program.ts';
import { noChromium } from './skips-reporter.ts';

/** The Chromium of this machine. Where there is none the running test is skipped, and the summary says so; in CI it fails. */
export async function chromiumOrSkip(): Promise<string> {
  const found = await findChromium({ env: process.env, findOnPath });
  if (found.kind === 'found') return found.path;
  if (!process.env['CI']) {
    TestRunner.getCurrentTest()?.context.skip(`${noChromium}: ${found.reason}`);
  }
  throw new Error(found.reason);
}
