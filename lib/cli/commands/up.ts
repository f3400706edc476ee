import { realpathSync } from 'node:fs';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { parseDuration } from '#config/duration.ts';
import { runUp } from '#local/up/run-up.ts';
import type { Up, UpSettings } from '#local/up/wanted.ts';
import { collectValues, single } from '../check/option-values.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { EXIT } from '#local/exit-codes.ts';
import { refuseCommand } from '../refusal.ts';

export interface UpOptions {
  readonly repo?: readonly string[];
  readonly port?: string;
  readonly host?: string;
  readonly poll?: string;
  readonly workers?: string;
}

/** `ratchetr up`: the control plane on this machine. */
export const register: RegisterCommand = (program, context) => {
  program
    .command('up')
    .description('watch pull requests and ratchet them to green, on this machine')
    .option('--repo <owner/name>', 'watch this repository; may be repeated', collectValues)
    .addOption(
      single('--port <number>', 'where the page and the webhook are served (default: 8787)'),
    )
    .addOption(single('--host <address>', 'the address to listen at (default: 127.0.0.1)'))
    .addOption(
      single('--poll <duration>', 'how often GitHub is polled, besides webhooks (default: 1m)'),
    )
    .addOption(single('--workers <number>', 'most workers at once (default: 2)'))
    .addHelpText('after', environment)
    .action((options: UpOptions) => up(context, options));
};

const environment = `
Environment:
  RATCHETR_GITHUB_TOKEN        a classic token with the scope repo, or an App:
  RATCHETR_GITHUB_APP_ID       its id
  RATCHETR_GITHUB_PRIVATE_KEY  its key, or the file that holds it
  RATCHETR_WEBHOOK_SECRET      for webhooks, which only make it faster

The state is kept in .ratchetr of this folder; docs/github.md says more.
`;

/** Runs the control plane of this folder until it is interrupted. */
export async function up(context: CliContext, options: UpOptions): Promise<void> {
  const { system, env, signal, stdout, stderr } = context;
  const wanted = readUpOptions(options);
  const machine = { system, env, signal, log: system.logTo(stderr, 'info') };
  const isUp = (told: Up): void => stdout.write(describeUp(told));
  const home = realpathSync(context.cwd);
  const ended =
    wanted.kind === 'ok' ? await runUp(machine, { ...wanted.value, home, isUp }) : wanted;
  if (ended.kind === 'ok') return;
  const code = ended.code === 'forge' ? EXIT.toolFailure : EXIT.usage;
  refuseCommand(context, `Nothing was started: ${ended.sentence}.`, code);
}

function describeUp({ url, watched }: Up): string {
  const lines = watched.map(({ owner, name }) => `Watching ${owner}/${name}`);
  const next = watched.length === 0 ? awaiting : hint;
  return [`Ratchetr is up at ${url}`, ...lines, next].map((line) => `${line}\n`).join('');
}

const awaiting = 'No repository is watched yet: waiting for webhooks.';
const hint = 'Put the label `ratchet` on a pull request to have it repaired.';

/** Reads the settings of a command line. */
export function readUpOptions(options: UpOptions): Outcome<UpSettings, 'option'> {
  const { repo = [], port = '8787', host = '127.0.0.1', poll = '1m', workers = '2' } = options;
  const repositories: UpSettings['repositories'][number][] = [];
  for (const text of repo) {
    const [, owner, name] = /^([A-Za-z0-9_-]+)\/([A-Za-z0-9._-]+)$/.exec(text) ?? [];
    if (owner === undefined || name === undefined) {
      return refuse('option', `--repo takes OWNER/NAME, not ${text}`);
    }
    repositories.push({ owner, name });
  }
  const portNumber = parseWholeNumber(port, 0, 65_535);
  if (portNumber === undefined) {
    return refuse('option', `--port takes a number from 0 to 65535, not ${port}`);
  }
  const most = parseWholeNumber(workers, 1, 64);
  if (most === undefined) {
    return refuse('option', `--workers takes a number from 1 to 64, not ${workers}`);
  }
  const pollMs = parseDuration(poll);
  if (pollMs === undefined || pollMs < 1_000) {
    return refuse(
      'option',
      `--poll takes a duration of at least 1s, such as 30s or 5m, not ${poll}`,
    );
  }
  return ok({ repositories, port: portNumber, host, pollMs, workers: most });
}

function parseWholeNumber(text: string, least: number, most: number): number | undefined {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  return number >= least && number <= most ? number : undefined;
}
