import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createScratch } from '#platform/files/scratch.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { command } from '#agents/command/agent.ts';
import { claudeCode } from '#agents/claude-code/agent.ts';
import { cursor } from '#agents/cursor/agent.ts';
import { plan } from '#agents/plan/agent.ts';
import type { AgentEnding } from '#repair/rules/verdict/judge-agent.ts';
import type { Scratch } from '#check/needs/scratch.ts';
import { type AgentRun, runAgent, type RunAgentInput } from '#repair/run-agent.ts';
import { isRunning, untilGone } from '../platform/process/harness.ts';
import { answered, asked, recordedWith } from '../agents/asked.ts';
import { tempFolder } from '../support/temp-folder.ts';

const folder = join(import.meta.dirname, '../fixtures/agents-hostile');

interface Ran extends AgentRun {
  readonly copy: string;
  /** What is left of the folders that it was given besides. */
  readonly left: readonly string[];
}

/** Nobody waits here for as long as in earnest. */
const hurried = {
  sleep: (milliseconds: number, signal?: AbortSignal) =>
    systemClock.sleep(milliseconds / 50, signal),
};

const gateway = {
  baseUrl: 'http://gateway.invalid',
  token: 'run-token',
  provider: 'anthropic',
} as const;

/** Runs a program on a small copy. */
async function run(name: string, more: Partial<RunAgentInput> = {}): Promise<Ran> {
  const copy = await tempFolder();
  await mkdir(join(copy, 'shop'));
  await mkdir(join(copy, 'tests'));
  await writeFile(join(copy, 'shop/total.py'), 'TOTAL = 4\n');
  await writeFile(join(copy, 'tests/test_total.py'), '');
  const made: string[] = [];
  const scratch: Scratch = {
    ...createScratch(),
    create: async () => {
      const path = await createScratch().create();
      made.push(path);
      return path;
    },
  };
  const parentEnv = { ...process.env, SECRET_KEY: 'sesame', CHOSEN: 'yes', HOME: '/home/of/ours' };
  const processes = createProcesses({ clock: systemClock, parentEnv });
  const program = [process.execPath, join(folder, name)];
  const ran = await runAgent(
    { processes, scratch, clock: hurried },
    {
      agent: command,
      request: { ...asked, repo_path: copy, workspace_path: copy },
      copy,
      program,
      settings: { args: [], env: [], command: program },
      gateway: null,
      timeoutMs: 240_000,
      ...more,
    },
  );
  return { ...ran, copy, left: made.filter((path) => existsSync(path)) };
}

const success = { kind: 'answered', claim: 'success' } as const;
const late = { timeoutMs: 1_500 };
const aborted = () => ({ signal: AbortSignal.timeout(1_000) });

/** Each program of the folder, and the end that is seen from outside. */
const ends: Readonly<Record<string, readonly [Partial<AgentEnding>, Partial<RunAgentInput>?]>> = {
  'answers-another.mjs': [{ kind: 'garbage' }],
  'blocked.mjs': [{ kind: 'answered', claim: 'blocked' }],
  'crashes.mjs': [{ kind: 'crashed', exitCode: 3 }],
  'deletes-tests.mjs': [success],
  'edits-nothing.mjs': [success],
  'exits-silently.mjs': [{ kind: 'garbage' }],
  'fills-disk.mjs': [{ kind: 'failed' }, { maxDiskBytes: 20_000_000 }],
  'forks.mjs': [success],
  'gives-up.mjs': [{ kind: 'answered', claim: 'failure' }],
  'hangs.mjs': [{ kind: 'timed_out' }, late],
  'ignores-sigterm.mjs': [{ kind: 'timed_out' }, aborted()],
  'leaves-processes.mjs': [success],
  'lies.mjs': [success],
  'links-outside.mjs': [success],
  'makes-many-files.mjs': [success],
  'prints-garbage.mjs': [{ kind: 'garbage' }],
  'prints-two.mjs': [{ kind: 'garbage' }],
  'prints-without-end.mjs': [{ kind: 'failed' }],
  'tells-environment.mjs': [success],
  'writes-git.mjs': [success],
  'writes-many-lines.mjs': [success],
  'writes-workflow.mjs': [success],
};

describe('an agent that misbehaves', () => {
  it.each(Object.entries(ends))('%s', async (name, [ending, more]) => {
    const ran = await run(name, more);
    expect(ran.ending).toMatchObject(ending);
    expect(ran.left).toEqual([]);
  });

  it('is one of these, each with its line on the page', async () => {
    const names = readdirSync(folder).filter((name) => /^(?!contract).*\.mjs$/.test(name));
    expect(names.toSorted()).toEqual(Object.keys(ends));
    const page = await readFile(join(folder, 'README.md'), 'utf8');
    const lines = names.map(async (name) => {
      const said = /^(?:\/\/ .*\n)+/.exec(await readFile(join(folder, name), 'utf8'))?.[0] ?? '';
      return `- \`${name}\`: ${said
        .replaceAll(/^\/\/ /gm, '')
        .trim()
        .replaceAll('\n', ' ')}`;
    });
    expect(page.split('\n').filter((line) => line.startsWith('- '))).toEqual(
      (await Promise.all(lines)).toSorted(),
    );
  });

  it.skipIf(process.platform !== 'linux')('leaves no process', async () => {
    const { answer } = await run('leaves-processes.mjs');
    const said = answer.kind === 'result' ? answer.result.summary : answer.kind;
    const pids = said.match(/\d+/g) ?? [];
    expect(pids).toHaveLength(4);
    for (const pid of pids) await untilGone(Number(pid));
    expect(pids.filter((pid) => isRunning(Number(pid)))).toEqual([]);
  });
});

/** The variables that a program saw. */
async function seen(more: Partial<RunAgentInput>): Promise<Record<string, string>> {
  const { stderr } = await run('tells-environment.mjs', more);
  return JSON.parse(stderr);
}

describe('what an agent sees', () => {
  it('is the path, the language, our home and what its settings name, where it has its own account', async () => {
    const settings = { args: [], env: ['CHOSEN', 'NOT_SET'], command: ['node'] };
    const { RATCHETR_PROCESS_NET: _mark, ...env } = await seen({ settings });
    const { LANG } = process.env;
    expect(env).toEqual({
      PATH: process.env['PATH'],
      HOME: '/home/of/ours',
      CHOSEN: 'yes',
      PYTHONDONTWRITEBYTECODE: '1',
      TMPDIR: expect.stringMatching(/^\/.*\/tmp$/),
      RATCHETR_SCRATCH: expect.stringMatching(/^\//),
      ...(LANG !== undefined && { LANG }),
    });
  });

  it('is an empty home and the token of its run behind the gateway, whatever its settings name', async () => {
    const settings = { args: [], env: ['HOME'], command: ['node'] };
    const env = await seen({ gateway, settings });
    expect(env['HOME']).toMatch(/\/home$/);
    expect(env['HOME']).not.toBe('/home/of/ours');
    expect(env['RATCHETR_GATEWAY_TOKEN']).toBe('run-token');
    expect(JSON.stringify(env)).not.toContain('sesame');
  });
});

describe('what is known of an agent afterwards', () => {
  it('is what it was told, what it said, how it ended and how long it took', async () => {
    const ran = await run('crashes.mjs');
    expect(ran).toMatchObject({ exitCode: 3, stderr: 'It broke.\n' });
    expect(ran.stdout).toContain('"status":"success"');
    expect(JSON.parse(ran.prompt)).toMatchObject({ task_id: 'task-1' });
    expect(ran.durationMs).toBeGreaterThan(0);
  });

  it('is that it was not found, where it was not', async () => {
    const ran = await run('', { program: undefined });
    expect(ran.ending).toEqual({
      kind: 'failed',
      problem: 'No program was found for the agent command.',
    });
    expect(await run('', { program: ['/no/such/program'] })).toMatchObject({
      ending: { kind: 'failed' },
      answer: { kind: 'failed', reason: 'crashed' },
    });
  });
});

describe('a program that is known by its name', () => {
  const stub = join(import.meta.dirname, '../fixtures/programs/tell-start.mjs');

  it('finds the files and folders of its start, and never the token in its arguments', async () => {
    const { stderr, prompt } = await run('', {
      agent: claudeCode,
      program: [process.execPath, stub],
      gateway,
      settings: { args: [], env: [], model: 'a-model' },
    });
    const told = JSON.parse(stderr);
    expect(told.args.join(' ')).toContain('--model a-model');
    expect(told.args.join(' ')).not.toContain('run-token');
    expect(told.stdin).toBe('Repair the total.');
    expect(told.rules).toContain('"status": "success, failure or blocked"');
    expect(told.env).toMatchObject({ ANTHROPIC_API_KEY: 'run-token' });
    expect(prompt).toContain(told.rules);
    expect(prompt).toContain('Repair the total.');
    expect(prompt).not.toContain('run-token');
  });
});

const says = (text: string) => ['sh', '-c', 'cat >/dev/null; printf %s "$0"', text];

describe('a planner', () => {
  const made = {
    schemaVersion: 1,
    title: 'Repair the total',
    steps: [
      {
        stepId: 1,
        description: 'remove it',
        action: { type: 'delete_file', path: 'shop/total.py' },
        dependsOn: [],
        rollbackOnFail: true,
      },
    ],
  };
  it('gives a plan, which is what it claims, and edits nothing itself', async () => {
    const program = says(`I plan.\n${JSON.stringify(made)}`);
    const settings = { args: [], env: [], command: program };
    const ran = await run('', { agent: plan, program, settings });
    expect(ran.answer).toEqual({ kind: 'plan', plan: made, cost: { usd: 0, source: 'none' } });
    expect(ran.ending).toEqual({ kind: 'answered', claim: 'success', summary: made.title });
    expect(JSON.parse(ran.prompt)).toMatchObject({ task_id: 'task-1' });
    expect(existsSync(join(ran.copy, 'shop/total.py'))).toBe(true);
  });

  it('is a model with a cost, where the settings give no command', async () => {
    const program = says(recordedWith('claude-code/ok.json', JSON.stringify(made)));
    const ran = await run('', { agent: plan, program, settings: { args: [], env: [] } });
    expect(ran.answer).toMatchObject({ kind: 'plan', plan: made, cost: { source: 'reported' } });
    expect(ran.prompt).toContain('"schemaVersion": 1');
  });
});

describe('a program that does not end after its last word', () => {
  const event = { type: 'result', is_error: false, result: JSON.stringify(answered) };
  const settings = { args: [], env: [] };

  it('is stopped after a while, and what it said counts', async () => {
    const [shell = '', option = '', script = '', text = ''] = says(`${JSON.stringify(event)}\n`);
    const program = [shell, option, `${script}; sleep 300`, text];
    const ran = await run('', { agent: cursor, program, settings });
    expect(ran.ending).toMatchObject({ kind: 'answered', claim: 'success' });
    expect(ran.exitCode).toBeUndefined();
  });

  it('is not stopped before', async () => {
    const ran = await run('', {
      agent: cursor,
      program: ['sh', '-c', 'sleep 1; exit 7'],
      settings,
    });
    expect(ran.ending).toEqual({ kind: 'crashed', exitCode: 7 });
  });
});

describe('a copy that is reached through a link', () => {
  it.skipIf(process.platform !== 'linux')('is searched for processes all the same', async () => {
    const [real, beside] = [await tempFolder(), await tempFolder()];
    await symlink(real, join(beside, 'link'));
    const script = `env -i setsid sh -c 'sleep 300 >/dev/null 2>&1 & echo $!' >&2`;
    const program = ['sh', '-c', script];
    const { stderr } = await run('', { copy: join(beside, 'link'), program });
    await untilGone(Number(stderr));
    expect(Number(stderr)).toBeGreaterThan(1);
  });
});
