import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readOwnVersion } from '#local/version.ts';
import { findOtherNode } from './other-node.ts';
import { plantLauncher, temporaryFolder } from './planted-project.ts';
import { pinnedNode, runToEnd, startProgram } from './start-program.ts';

const otherNode = findOtherNode();

const pretendOld = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.0.0' } });",
)}`;

/** Ways to start the launcher: as the pinned Node, as one that says it is old, as a really different one. */
const starters: readonly (readonly [name: string, argv: readonly string[] | undefined])[] = [
  ['the pinned Node', [pinnedNode]],
  ['a Node that says it is 18', [pinnedNode, '--import', pretendOld]],
  ['another Node of this machine', otherNode === undefined ? undefined : [otherNode]],
];

const MAIN = `
const [verb, value = '']: string[] = process.argv.slice(2);
const verbs: Record<string, () => void> = {
  show() {
    process.stdin.setEncoding('utf8').once('data', (stdin: string) => {
      const { argv, versions } = process;
      process.stderr.write('to stderr');
      process.stdout.write(JSON.stringify({ args: argv.slice(2), cwd: process.cwd(), node: versions.node, stdin }));
    });
  },
  exit: () => process.exit(Number(value)),
  die: () => process.kill(process.pid, value),
  wait() {
    process.stdout.write(\`pid \${process.pid} ready\\n\`);
    setTimeout(() => {
      process.stdout.write('left alone');
      process.exit(9);
    }, 30_000);
  },
  listen() {
    process.on(value as NodeJS.Signals, (signal) => {
      process.stdout.write('got ' + signal);
      process.exit(7);
    });
    verbs.wait();
  },
};
verbs[verb]();
`;

describe.each(starters)('the launcher under %s', (_name, node) => {
  const launching = (project: string, ...args: readonly string[]): readonly string[] => [
    ...(node ?? []),
    join(project, 'lib/cli/launch.mjs'),
    ...args,
  ];

  beforeEach((context) => {
    context.skip(node === undefined, 'this machine has no other Node from 18 on');
  });

  it('passes arguments, folder and all three streams to the pinned Node', async () => {
    const cwd = temporaryFolder();
    const args = ['show', 'two words', '--flag', '', '*', 'größe'];
    const ending = await runToEnd(launching(plantLauncher(MAIN), ...args), { cwd, stdin: 'hello' });
    expect(ending).toMatchObject({ code: 0, signal: null, stderr: 'to stderr' });
    const node24 = expect.stringMatching(/^24\./);
    expect(JSON.parse(ending.stdout)).toEqual({ args, cwd, node: node24, stdin: 'hello' });
  });

  it.each([0, 3, 255])('ends with exit code %i', async (code) => {
    const ending = await runToEnd(launching(plantLauncher(MAIN), 'exit', String(code)));
    expect(ending).toEqual({ code, signal: null, stdout: '', stderr: '' });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'])('dies by %s', async (signal) => {
    const ending = await runToEnd(launching(plantLauncher(MAIN), 'die', signal));
    expect(ending).toEqual({ code: null, signal, stdout: '', stderr: '' });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('forwards %s', async (signal) => {
    const program = startProgram(launching(plantLauncher(MAIN), 'listen', signal));
    await program.saying('ready');
    program.signal(signal);
    expect(await program.ended).toMatchObject({
      code: 7,
      signal: null,
      stdout: expect.stringContaining(`got ${signal}`),
    });
  });

  it('leaves no process behind when a forwarded signal ends it', async () => {
    const program = startProgram(launching(plantLauncher(MAIN), 'wait'));
    await program.saying('ready');
    program.signal('SIGTERM');
    const { code, signal, stdout } = await program.ended;
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGTERM' });
    const pid = Number(/pid (\d+)/.exec(stdout)?.[1]);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('takes the program with it when it is killed', async () => {
    const program = startProgram(launching(plantLauncher(MAIN), 'wait'));
    await program.saying('ready');
    program.signal('SIGKILL');
    // Its streams are closed once nobody holds them any more; left alone, the program would say so and end.
    const { stdout, ...ending } = await program.ended;
    expect(ending).toMatchObject({ code: null, signal: 'SIGKILL' });
    expect(stdout).not.toContain('left alone');
  });

  it('finds its project through the links that npm makes', async () => {
    const project = plantLauncher(MAIN);
    const prefix = temporaryFolder();
    mkdirSync(join(prefix, 'bin'));
    mkdirSync(join(prefix, 'lib/node_modules'), { recursive: true });
    symlinkSync(project, join(prefix, 'lib/node_modules/ratchetr'));
    const link = join(prefix, 'bin/ratchetr');
    symlinkSync('../lib/node_modules/ratchetr/lib/cli/launch.mjs', link);
    const ending = await runToEnd([...(node ?? []), link, 'exit', '3'], { cwd: prefix });
    expect(ending).toMatchObject({ code: 3, stderr: '' });
  });
});

describe('the launcher under a Node that is too old to run the rest', () => {
  const old = [pinnedNode, '--import', pretendOld];

  it('says in one sentence what to run when the pinned Node is missing', async () => {
    const project = plantLauncher(MAIN);
    rmSync(join(project, 'node_modules'), { recursive: true });
    expect(await runToEnd([...old, join(project, 'lib/cli/launch.mjs'), 'exit', '0'])).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: `ratchetr cannot run: Node 24 is not installed with it; run \`npm ci\` in ${project}.\n`,
    });
  });

  it('says so too when the pinned Node cannot start', async () => {
    const project = plantLauncher(MAIN);
    const runtime = join(project, 'node_modules/node/bin/node');
    rmSync(runtime);
    writeFileSync(runtime, 'no program', { mode: 0o644 });
    const ending = await runToEnd([...old, join(project, 'lib/cli/launch.mjs'), 'exit', '0']);
    expect(ending).toMatchObject({ code: 2, stdout: '' });
    expect(ending.stderr).toMatch(
      /^ratchetr cannot run: its Node cannot start \(.*EACCES\); run `npm ci` in .*\.\n$/,
    );
  });
});

describe('the real launcher', () => {
  it('starts as a command of a shell that finds another Node first, from any folder', async (context) => {
    context.skip(otherNode === undefined, 'this machine has no other Node from 18 on');
    const path = `${dirname(otherNode ?? '')}:/usr/bin:/bin`;
    const link = join(temporaryFolder(), 'ratchetr');
    symlinkSync(resolve('lib/cli/launch.mjs'), link);
    const ending = await runToEnd([link, '--debug', '--version'], { cwd: '/', path });
    expect(ending).toEqual({ code: 0, signal: null, stdout: `${readOwnVersion()}\n`, stderr: '' });
  });

  it('tells its version without starting anything else', async (context) => {
    context.skip(otherNode === undefined, 'this machine has no other Node from 18 on');
    const asked = [otherNode ?? '', resolve('lib/cli/launch.mjs'), '--version'] as const;
    const ending = await runToEnd([...asked], { cwd: '/', path: '/nowhere' });
    expect(ending).toEqual({ code: 0, signal: null, stdout: `${readOwnVersion()}\n`, stderr: '' });
  });
});
