import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileActions } from '#platform/files/file-actions.ts';
import { openPlanJournal } from '#platform/files/plan-journal.ts';
import { createScratch } from '#platform/files/scratch.ts';
import { createSnapshots } from '#platform/files/snapshots.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { readEnvironment } from '#config/env.ts';
import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';
import { executePlan } from '#repair/plan/execute-plan.ts';
import { createPlanActions } from '#repair/plan/plan-actions.ts';
import { printTable } from './table.ts';

const rounds = 3;
const fileSteps = 1_000;
const batch = 10;
const commandSteps = 100;
const otherFiles = 200;

/** What a step costs more than what it does: files against bare writes, commands against bare commands, in turns. */
export async function benchExecutor(): Promise<void> {
  printTable(
    'Plan executor: milliseconds a step, journal and rollback included, and how much that is more than the work alone',
    ['steps', 'executed', 'bare', 'ratio', 'more', 'at most', 'within'],
    [
      await compare('1,000 files, 10 at a time', fileSteps, { ...files, mostMs: 2 }),
      await compare('100 commands among 200 files', commandSteps, { ...commands, mostMs: 40 }),
    ],
  );
}

interface Comparison {
  readonly mostMs: number;
  readonly executed: (folder: string, room: string) => Promise<void>;
  readonly bare: (folder: string) => Promise<void>;
}

async function compare(
  name: string,
  steps: number,
  { mostMs, executed, bare }: Comparison,
): Promise<readonly string[]> {
  const times: { executed: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push({ bare: await timed((folder) => bare(folder)), executed: await timed(executed) });
  }
  const whole = median(times.map((time) => time.executed)) / steps;
  const alone = median(times.map((time) => time.bare)) / steps;
  const more = whole - alone;
  const within = more <= mostMs ? 'yes' : 'NO';
  const numbers = [whole, alone, whole / alone, more].map((number) => number.toFixed(2));
  return [name, ...numbers, String(mostMs), within];
}

async function timed(work: (folder: string, room: string) => Promise<void>): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'ratchetr-bench-'));
  const folder = join(root, 'folder');
  try {
    for (let file = 0; file < otherFiles; file += 1) await write(folder, file, 'others');
    const start = performance.now();
    await work(folder, join(root, 'room'));
    return performance.now() - start;
  } finally {
    await rm(root, { recursive: true });
  }
}

const text = 'A line of text in a file.\n'.repeat(40);

async function write(folder: string, file: number, kind: string): Promise<void> {
  const path = join(folder, placeOf(file, kind));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function placeOf(file: number, kind: string): string {
  return `${kind}/${file % 20}/file-${file}.txt`;
}

const files = {
  executed: (folder: string, room: string) =>
    execute(
      numbered(fileSteps).map((stepId) =>
        stepOf(stepId, {
          type: 'create_file',
          path: placeOf(stepId, 'made'),
          content: text,
          encoding: 'utf8',
        }),
      ),
      { folder, room },
    ),
  bare: async (folder: string) => {
    for (let first = 0; first < fileSteps; first += batch) {
      await Promise.all(numbered(batch).map((offset) => write(folder, first + offset, 'made')));
    }
  },
};

const commandOf = (stepId: number) =>
  ['sh', '-c', `echo ${stepId} > others/command-${stepId}.txt`] as const;

const commands = {
  executed: (folder: string, room: string) =>
    execute(
      numbered(commandSteps).map((stepId) =>
        stepOf(
          stepId,
          {
            type: 'run_command',
            argv: [...commandOf(stepId)],
            cwd: '.',
            env: {},
            idempotent: false,
            successCodes: [0],
          },
          stepId === 0 ? [] : [stepId - 1],
        ),
      ),
      { folder, room },
    ),
  bare: async (folder: string) => {
    for (const stepId of numbered(commandSteps)) {
      const [program, ...args] = commandOf(stepId);
      await once(spawn(program, args, { cwd: folder, stdio: 'ignore' }), 'exit');
    }
  },
};

function stepOf(
  stepId: number,
  action: StructuredStep['action'],
  dependsOn: number[] = [],
): StructuredStep {
  return { stepId, description: 'a step', action, dependsOn, rollbackOnFail: true };
}

async function execute(
  steps: StructuredPlan['steps'],
  { folder, room }: { readonly folder: string; readonly room: string },
): Promise<void> {
  const journal = await openPlanJournal(join(room, 'journal.jsonl'));
  const processes = createProcesses({ clock: systemClock, parentEnv: readEnvironment() });
  const result = await executePlan(
    {
      clock: systemClock,
      journal,
      snapshots: createSnapshots({ clock: systemClock, folder: join(room, 'kept') }),
      actions: createPlanActions({ files: fileActions, processes, scratch: createScratch() }),
    },
    {
      plan: { schemaVersion: 1, title: 'A plan to measure', steps },
      folder,
      settings: {
        parallel: batch,
        maxRetries: 0,
        timeoutMs: 60_000,
        capUsd: 1,
        estimates: freeOfCharge,
      },
    },
  );
  journal.close();
  if (result.kind !== 'succeeded') throw new Error(`The plan ${result.kind}.`);
}

const freeOfCharge = {
  create_file: 0,
  modify_file: 0,
  delete_file: 0,
  run_command: 0,
  read_file: 0,
  get_user_input: 0,
  browser_act: 0,
  use_tool: 0,
};

function numbered(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
