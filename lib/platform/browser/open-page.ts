import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Environment } from '#config/env.ts';
import type { Deadline } from './deadline.ts';

export type OpenPage = Page;

export interface PageStart {
  readonly program: string;
  readonly env: Environment;
  readonly deadline: Deadline;
}

export type Opened<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'not-started'; readonly error: unknown };

/** Opens a page in a browser of its own, and ends that browser whatever becomes of the work. */
export async function withPage<Result>(
  { program, env, deadline }: PageStart,
  work: (page: Page) => Promise<Result>,
): Promise<Opened<Result>> {
  const home = await mkdtemp(join(tmpdir(), 'ratchetr-browser-'));
  try {
    const started = await launchChromium(
      program,
      chooseBrowserEnvironment(env, home),
      deadline.leftMs(),
    ).then(
      (browser) => ({ kind: 'started', browser }) as const,
      (error: unknown) => ({ kind: 'not-started', error }) as const,
    );
    if (started.kind === 'not-started') return started;
    const { browser } = started;
    try {
      const page = await deadline.race(browser.newPage({ acceptDownloads: false }));
      return { kind: 'done', result: await work(page) };
    } catch (error) {
      return { kind: 'not-started', error };
    } finally {
      await browser.close();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function launchChromium(program: string, env: Record<string, string>, timeout: number) {
  const { chromium } = await loadDriver();
  return chromium.launch({
    executablePath: program,
    env,
    timeout,
    args: quiet,
    // Chromium refuses its own sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    // The process that runs the step hears these signals and stops it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** The driver is large, and most runs never open a page; what npm installs comes without it. */
async function loadDriver() {
  try {
    return await import('playwright-core');
  } catch (error) {
    const remedy = 'run `npm install playwright-core` where ratchetr is installed';
    throw new Error(`Playwright, which drives it, is not installed; ${remedy}`, { cause: error });
  }
}

const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const passedOn = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

/** Pages are not ours, so the browser is given nothing of the environment that it does not need. */
function chooseBrowserEnvironment(env: Environment, home: string): Record<string, string> {
  const passed = passedOn.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(passed), HOME: home };
}
