import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createScratch } from '#platform/files/scratch.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { readEnvironment } from '#config/env.ts';
import { type RunReport, runReport } from '#model/run-report.ts';
import { printTable } from './table.ts';

const allFiles = 3_000;
const workers = 4;
const mostMs = 250;
const mostGrowth = 1.2;

/**
 * What a session costs beside the engines and agents in it: the time of a whole `ratchetr fix`, its process included, less
 * the time of the same engine and agent command lines alone, as many of them and as many at once.
 */
export async function benchSession(): Promise<void> {
  const few = await measure(20);
  const some = await measure(50);
  const many = await measure(200);
  const growth = many.perTask / few.perTask;
  printTable(
    `Sessions on ${allFiles} files, ${workers} workers: milliseconds beside engines and agents`,
    ['tasks', 'session', 'programs alone', 'checkpoints', 'overhead a task', 'at most', 'within'],
    [few, some, many].map((one) => [
      String(one.tasks),
      one.sessionMs.toFixed(0),
      one.bareMs.toFixed(0),
      String(one.checkpoints),
      one.perTask.toFixed(1),
      one === some ? String(mostMs) : '',
      one === some ? within(one.perTask, mostMs) : '',
    ]),
  );
  printTable(
    'Growth of sessions: overhead a task at 200 tasks over that at 20',
    ['ratio', 'at most', 'within'],
    [[growth.toFixed(2), String(mostGrowth), within(growth, mostGrowth)]],
  );
}

function within(value: number, most: number): string {
  return value <= most ? 'yes' : 'NO';
}

interface Measured {
  readonly tasks: number;
  readonly sessionMs: number;
  readonly bareMs: number;
  readonly checkpoints: number;
  readonly perTask: number;
}

async function measure(tasks: number): Promise<Measured> {
  const root = await mkdtemp(join(tmpdir(), 'ratchetr-bench-'));
  try {
    const repository = join(root, 'repository');
    await plant(repository, tasks);
    await cp(join(repository, 'src'), join(root, 'bare/src'), { recursive: true });
    const started = performance.now();
    const report = fix(repository);
    const sessionMs = performance.now() - started;
    const checkpoints = checkedStages(report, tasks);
    const bareMs = await runBare(join(root, 'bare'), { tasks, checkpoints });
    const perTask = (sessionMs - bareMs) / tasks;
    return { tasks, sessionMs, bareMs, checkpoints, perTask };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const text = 'A line of text in a file.\n'.repeat(40);

async function plant(repository: string, tasks: number): Promise<void> {
  for (let number = 0; number < allFiles; number += 1) {
    const path = join(repository, fileOf(number));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, number < tasks ? `${text}BAD ${number}\n` : `${text}${number}\n`);
  }
  await writeFile(join(repository, 'ratchetr.yaml'), JSON.stringify(settings));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.org', ...args], {
      cwd: repository,
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'A repository to measure');
}

function fileOf(number: number): string {
  return `src/${number % 50}/file-${number}.txt`;
}

// grep ends with 1 where it finds nothing.
const finder = ['sh', '-c', 'grep -rn BAD "$@"; test $? -eq 1', 'sh'];

/** Takes the word out of the file of its task, by a shell that needs but one other program. */
const repairer = [
  'sh',
  '-c',
  [
    'request=$(cat)',
    ...['run_id":"', 'task_id":"', 'files":["'].map(
      (name, at) => `value=\${request#*'"${name}'}; value${at}=\${value%%'"'*}`,
    ),
    'sed -i s/BAD/good/ "$value2"',
    `printf '${JSON.stringify(answerOf('%s', '%s'))}\\n' "$value0" "$value1"`,
  ].join('\n'),
];

function answerOf(run: string, task: string): object {
  return {
    schema_version: 1,
    run_id: run,
    task_id: task,
    status: 'success',
    summary: 'The word is out.',
    changes: {
      files_changed: [],
      files_created: [],
      files_deleted: [],
      diff_stat: { insertions: 1, deletions: 1 },
    },
    actions: { commands_ran: [], tests_ran: [] },
    validation: { validation_exit_code: 0, validation_summary: {} },
    notes: { systematic_issue: false, suggested_followups: [] },
    artifacts: { prompt_ref: '', stdout_ref: '', stderr_ref: '', patch_ref: '' },
  };
}

/** An engine and an agent that take next to no time. */
export const settings = {
  version: 1,
  engines: {
    words: {
      from: 'command',
      paths: ['src'],
      options: {
        command: finder,
        report: {
          from: 'stdout',
          pattern: String.raw`^(?<path>[^:]+):(?<line>\d+):(?<message>(?<rule>BAD).*)$`,
        },
      },
    },
  },
  agents: { order: ['command'], settings: { command: { command: repairer } } },
  workers: { max: workers, maxAgents: workers },
};

const main = join(import.meta.dirname, '../lib/cli/main.ts');

function fix(repository: string): RunReport {
  const argv = [main, 'fix', '--format', 'json'];
  const { stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
  });
  try {
    return runReport.parse(JSON.parse(stdout));
  } catch (cause) {
    throw new Error(`The session left no report: ${stderr}`, { cause });
  }
}

/** How often all engines ran in a session that repaired everything. */
function checkedStages({ summary, tasks }: RunReport, wanted: number): number {
  const attempts = tasks.reduce((sum, task) => sum + task.attempts.length, 0);
  if (summary?.outcome !== 'green' || attempts !== wanted) {
    throw new Error(`It was not what is measured: ${summary?.sentence}, ${attempts} attempts`);
  }
  return summary.checkpoints.length;
}

async function runBare(
  folder: string,
  { tasks, checkpoints }: { readonly tasks: number; readonly checkpoints: number },
): Promise<number> {
  const scratch = createScratch();
  const processes = createProcesses({ clock: systemClock, parentEnv: readEnvironment() });
  const run = async (argv: readonly string[], stdin = ''): Promise<void> => {
    const [program = '', ...args] = argv;
    const outputDir = await scratch.create();
    const limits = { wallMs: 60_000, maxOutputBytes: 1_000_000, graceMs: 1_000 };
    const place = { cwd: folder, inheritEnv: ['PATH'], env: {}, outputDir };
    await processes.run({ argv: [program, ...args], ...place, ...limits, stdin });
    await scratch.remove(outputDir);
  };
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next++; number < tasks; number = next++) {
      const file = fileOf(number);
      await run(repairer, JSON.stringify({ run_id: 'r', task_id: 't', files: [file] }));
      // The command that shows a task done, and the engine that looks for what is new.
      await run([...finder, file]);
      await run([...finder, file]);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: workers }, work));
  for (let stage = 0; stage < checkpoints; stage += 1) await run([...finder, 'src']);
  return performance.now() - started;
}
