#!/usr/bin/env node
// Plain JavaScript for any Node from 18 on: the Node that a shell finds is often older than the one the product needs.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PINNED_MAJOR = 24;
const OLDEST_OF_PACKAGE = { major: 20, minor: 19 };
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const folder = dirname(realpathSync(fileURLToPath(import.meta.url)));
const project = join(folder, '..', '..');
const [major, minor] = process.versions.node.split('.').map(Number);

// Whatever else could be loaded says nothing of the version.
if (asksVersion(process.argv.slice(2)) && canRun()) tellVersion();
// What npm installs has no sources, but a bundle of them that runs on more versions of Node.
else if (!hasSources()) await runBundle();
else await startClone();

function hasSources() {
  return existsSync(join(folder, 'start.mjs'));
}

function asksVersion([first, ...more]) {
  return more.length === 0 && (first === '--version' || first === '-V');
}

function canRun() {
  if (!hasSources()) return canRunBundle();
  return major >= PINNED_MAJOR || findRuntime() !== undefined;
}

function tellVersion() {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  process.stdout.write(`${version}\n`);
}

function canRunBundle() {
  const oldest = OLDEST_OF_PACKAGE;
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor);
}

async function runBundle() {
  const oldest = OLDEST_OF_PACKAGE;
  if (canRunBundle()) {
    return import(pathToFileURL(join(project, 'dist', 'cli-start.mjs')).href);
  }
  const needed = `${oldest.major}.${oldest.minor}`;
  return refuse(
    `it needs Node ${needed} or newer, and this is ${process.versions.node}; use Node 24`,
  );
}

async function startClone() {
  const { findBuilder, findBuiltStart } = await import('./built-start.mjs');
  const runtime = major >= PINNED_MAJOR ? process.execPath : findRuntime();
  const built = wantsSources() ? undefined : await findBuiltStart(project);
  const builder = built || wantsSources() ? undefined : findBuilder(project);
  if (runtime && builder) buildBeside(runtime, builder);
  if (major < PINNED_MAJOR) launch(runtime, built ?? join(folder, 'start.mjs'));
  else if (built === undefined) await import('./start.mjs');
  else await import(pathToFileURL(built).href);
}

/** Traces name them. What runs for long may load a part late, and a bundle does not outlive the sources for ever. */
function wantsSources() {
  const words = process.argv.slice(2);
  return words.includes('--debug') || words[0] === 'up';
}

/** This start has what it needs and does not wait for it; the next ones are quicker. */
function buildBeside(runtime, builder) {
  const options = { cwd: project, env: {}, detached: true, stdio: 'ignore' };
  spawn(runtime, [builder], options)
    .on('error', () => {})
    .unref();
}

function findRuntime() {
  const bin = join(project, 'node_modules', 'node', 'bin');
  return ['node', 'node.exe'].map((name) => join(bin, name)).find((path) => existsSync(path));
}

function launch(runtime, start) {
  if (runtime === undefined)
    return refuse(`Node ${PINNED_MAJOR} is not installed with it${reinstall()}`);
  let child;
  // Listening comes first, so that no signal can end this process and leave the other one behind.
  const forward = (signal) => child?.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  child = spawn(runtime, [start, ...process.argv.slice(2)], {
    // The channel carries nothing: its end tells the other process that this one was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('error', (error) => refuse(`its Node cannot start (${error.message})${reinstall()}`));
  child.on('exit', (code, signal) => {
    for (const name of FORWARDED) process.off(name, forward);
    endAs(code, signal);
  });
}

/** Ends as the other process did, by the same signal where this one can die of it. */
function endAs(code, signal) {
  process.exitCode = signal === null ? code : 128 + constants.signals[signal];
  if (signal !== null) process.kill(process.pid, signal);
}

function reinstall() {
  return `; run \`npm ci\` in ${project}`;
}

function refuse(reason) {
  process.exitCode = 2;
  process.stderr.write(`ratchetr cannot run: ${reason}.\n`);
}
