import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hands } from '../support/github/hands.ts';
import type { CheckRun } from '../support/github/model.ts';
import { checkOut } from './checkout.ts';
import { type Job, jobsOf } from './jobs.ts';
import { run } from './program.ts';
import type { Timeline } from './timeline.ts';
import type { Tools } from './tools.ts';

export interface CiDeps {
  readonly shop: Hands;
  readonly tools: Tools;
  readonly timeline: Timeline;
  /** For checkouts. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Continuous integration that is none of ours: for each new head it runs the sample's own commands. */
export function startCi(deps: CiDeps): void {
  let heads = 0;
  deps.shop.onHead(async ({ sha, ref }) => {
    heads += 1;
    const folder = join(deps.folder, `ci-${heads}`);
    try {
      await checkHead(deps, { sha, ref, folder });
    } catch (error) {
      // The demo is over: nobody waits for these checks any more.
      if (!deps.signal.aborted) throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function checkHead(
  { shop, tools, timeline, signal }: CiDeps,
  { sha, ref, folder }: { readonly sha: string; readonly ref: string; readonly folder: string },
): Promise<void> {
  const checks = jobsOf(tools).map((job) => ({
    job,
    check: shop.startCheck({ sha, name: job.name, status: 'QUEUED' }),
  }));
  await checkOut({ from: shop.repository.git.dir, commit: sha, folder, tools, signal });
  const failed: string[] = [];
  for (const { job, check } of checks) {
    const { passed, output } = await runJob(job, { cwd: folder, signal });
    complete(shop, check, { passed, output });
    if (!passed) failed.push(job.name);
  }
  const where = `${sha.slice(0, 7)} on ${ref.replace('refs/heads/', '')}`;
  timeline.say('CI', `${where}: ${sayResult(checks.length, failed)}`);
}

function sayResult(all: number, failed: readonly string[]): string {
  if (failed.length === 0) return `all ${all} jobs passed`;
  return `${failed.length} of ${all} jobs failed: ${failed.join(', ')}`;
}

/** Runs a job as far as its first command that fails. */
export async function runJob(
  { commands }: Job,
  place: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<{ readonly passed: boolean; readonly output: string }> {
  let log = '';
  for (const command of commands) {
    const { passed, output } = await run(command, place);
    log += output;
    if (!passed) return { passed, output: log };
  }
  return { passed: true, output: log };
}

function complete(
  shop: Hands,
  check: CheckRun,
  { passed, output }: { readonly passed: boolean; readonly output: string },
): void {
  shop.completeCheck(check, {
    conclusion: passed ? 'SUCCESS' : 'FAILURE',
    title: passed ? 'Passed' : 'Failed',
    summary: passed ? 'Its commands ended with 0.' : 'A command of it failed; see the log.',
    log: output,
  });
}
