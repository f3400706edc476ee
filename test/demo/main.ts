import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { playDemo } from './demo.ts';
import { createTimeline, type Timeline } from './timeline.ts';

const usage = `The ratchet takes a pull request to green, on this machine alone.

  npm run demo [-- --port <number>] [-- --keep]

  --port <number>  where its page is served meanwhile (default: any free port)
  --keep           keep the folder with all that was made
`;

const opening = `A pull request that conflicts with its base, fails its checks and has a review comment goes to green,
on this machine alone. "GitHub" and "CI" are doubles for it; "ratchetr" is the real program.

`;

interface Wanted {
  readonly port: number;
  readonly keep: boolean;
}

const interruption = new AbortController();
process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('SIGHUP', interrupt);

const wanted = readArguments();
if (typeof wanted === 'string') {
  process.stderr.write(`${wanted}\n${usage}`);
  process.exitCode = 2;
} else {
  process.exitCode = await main(wanted);
}

async function main({ port, keep }: Wanted): Promise<number> {
  const { signal } = interruption;
  const { stdout } = process;
  const color = stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
  const screen = { write: (text: string) => stdout.write(text), color };
  const timeline = createTimeline(screen, () => performance.now());
  stdout.write(opening);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ratchetr-demo-')));
  // Whatever anything below makes for a while, goes with the folder.
  process.env['TMPDIR'] = folder;
  try {
    const wrong = await playDemo({ folder, port, timeline, signal });
    if (wrong.length === 0) {
      timeline.title('The pull request is green, by the tools themselves.');
      return 0;
    }
    timeline.title(`Not green: ${wrong.join('; ')}.`);
    await showLog(timeline, folder);
    return 1;
  } catch (error) {
    if (!signal.aborted) throw error;
    timeline.title('Interrupted: everything was ended.');
    return 130;
  } finally {
    if (keep) timeline.title(`Everything that was made lies in ${folder}`);
    else await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The end of what the control plane logged, for whoever has to find out why. */
async function showLog(timeline: Timeline, folder: string): Promise<void> {
  const text = await readFile(join(folder, 'up.log'), 'utf8').catch(() => '');
  timeline.title('The end of the log of the control plane');
  timeline.show(text.trimEnd().split('\n').slice(-40).join('\n'));
}

function readArguments(): Wanted | string {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, keep: { type: 'boolean' } },
    });
    const { port = '0', keep = false } = values;
    if (/^\d{1,5}$/.test(port)) return { port: Number(port), keep };
    return `--port takes a number, not ${port}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function interrupt(): void {
  interruption.abort();
}
