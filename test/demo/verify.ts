import { join } from 'node:path';
import type { GitHub } from '../support/github/server.ts';
import type { Pull } from '../support/github/model.ts';
import { checkOut } from './checkout.ts';
import { runJob } from './ci.ts';
import { jobsOf } from './jobs.ts';
import { run } from './program.ts';
import { asked } from './sample.ts';
import type { Timeline } from './timeline.ts';
import type { Tools } from './tools.ts';

export interface ToVerify {
  readonly github: GitHub;
  readonly pull: Pull;
  /** The head before the ratchet began. */
  readonly before: string;
  readonly tools: Tools;
  readonly folder: string;
  readonly timeline: Timeline;
  readonly signal: AbortSignal;
}

/** Asks git and the tools themselves, with nothing of ours in between; returns what is not as it should be. */
export async function verify(wanted: ToVerify): Promise<readonly string[]> {
  const { github, pull, tools, timeline, signal } = wanted;
  const { owner, name } = pull.repository;
  const from = `${github.url}/${owner.login}/${name}.git`;
  const folder = join(wanted.folder, 'verified');
  timeline.title(`Verified in a fresh clone of ${pull.headRef}, by the tools alone`);
  await checkOut({ from, commit: `origin/${pull.headRef}`, folder, tools, signal });
  const place = { cwd: folder, signal };
  const wrong: string[] = [];
  const expect = (what: string, holds: boolean, said = ''): void => {
    timeline.show(`${holds ? '✓' : '✗'} ${what}`);
    if (holds) return;
    if (said !== '') timeline.show(said);
    wrong.push(what);
  };
  for (const job of jobsOf(tools)) {
    const { passed, output } = await runJob(job, place);
    const words = job.commands.map(([program, ...args]) => shown([program, ...args]));
    expect(`${job.name}: ${words.join(' && ')}`, passed, output);
  }
  const merge = ['git', 'merge-tree', '--write-tree', `origin/${pull.baseRef}`, 'HEAD'] as const;
  const merged = await run(merge, place);
  expect(`it merges into ${pull.baseRef} without a conflict`, merged.passed, merged.output);
  const parents = ['git', 'rev-list', '--min-parents=2', `${wanted.before}..HEAD`] as const;
  const merges = (await run(parents, place)).output.trim();
  expect('the conflict was resolved by a commit with two parents', merges !== '');
  const { passed: isDescendant } = await run(
    ['git', 'merge-base', '--is-ancestor', wanted.before, 'HEAD'],
    place,
  );
  expect('nothing was pushed by force', isDescendant);
  expect('the review comment is answered', isAnswered(pull));
  const { path, word } = asked;
  const found = await run(['git', 'grep', '-w', word, 'HEAD', '--', path], place);
  expect(`what it asks for is in ${path}`, found.passed);
  return wrong;
}

function shown(words: readonly string[]): string {
  return words.map((word) => (word === process.execPath ? 'node' : word)).join(' ');
}

/** By us, after its reviewer spoke last. */
function isAnswered({ threads }: Pull): boolean {
  return threads.every(({ comments }) => comments.at(-1)?.author?.type === 'Bot');
}
