import type { Pull } from '../support/github/model.ts';
import { must } from './program.ts';
import type { KeptState } from './state.ts';
import type { Timeline } from './timeline.ts';
import { sayMove, stickyOf } from './watch.ts';

export interface Result {
  readonly state: KeptState;
  readonly pull: Pull;
  readonly timeline: Timeline;
  readonly signal: AbortSignal;
}

/** What the ratchet leaves behind: its log, its commits, its comment and the checks. */
export async function showResult(result: Result): Promise<void> {
  const { state, pull, timeline } = result;
  timeline.title('The transition log');
  for (const move of await state.movesAfter(0)) {
    timeline.show(`${String(move.rev).padStart(3)}  ${sayMove(move)}`);
  }
  timeline.title(`The commits of ${pull.headRef}, each with its parents`);
  timeline.show(await commitsOf(result));
  timeline.title('The comment on the pull request');
  timeline.show(readable(stickyOf(pull)?.body ?? 'There is none.'));
  timeline.title(`The checks of ${pull.headSha.slice(0, 7)}`);
  for (const line of checksOf(pull)) timeline.show(line);
}

async function commitsOf({ pull, signal }: Result): Promise<string> {
  const format = '%h (%p) %an: %s%n%w(0,8,8)%(trailers:key=Ratchetr-Run)';
  const log = ['git', 'log', '--topo-order', '-10', `--format=${format}`, pull.headSha] as const;
  const printed = await must(log, { cwd: pull.repository.git.dir, signal });
  return printed
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');
}

function checksOf({ repository, headSha }: Pull): readonly string[] {
  const suites = repository.suites.get(headSha) ?? [];
  return suites.flatMap(({ app, runs }) =>
    runs
      .filter(({ superseded }) => !superseded)
      .map(({ name, conclusion = 'running', output }) => {
        const title = output.title === undefined ? '' : ` (${output.title})`;
        return `${conclusion.padEnd(8)} ${app.slug}: ${name}${title}`;
      }),
  );
}

/** As a browser shows it, more or less: what is folded away there is left out. */
function readable(markdown: string): string {
  return markdown
    .replaceAll(/<!--.*?-->|<details>.*?<\/details>/gs, '')
    .replaceAll(/<\/?code>|\*\*/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/^\| (?:\| \||---.*)\n/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
}
