import { appendFileSync, existsSync, globSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareRepository } from '../../test/corpus/judge-repository.ts';
import { repositories } from '../../test/corpus/repositories.ts';
import type { CorpusRow } from '../../test/corpus/row.ts';
import {
  activatedVariables,
  callersVariables,
  orThrow,
  runLine,
} from '../../test/corpus/run-line.ts';
import { printTable } from '../table.ts';
import { type Command, compareContenders, type Ratios, spend } from './measure.ts';

const rounds = 3;
const project = join(import.meta.dirname, '../..');
const launcher = join(project, 'lib/cli/launch.mjs');
const kept = join(project, '.cache/bench-corpus');

/** Projects of the corpus that package clients fetch, in which their own tools find nothing: each with a module to edit. */
const measured: Readonly<Record<string, string>> = {
  iniconfig: 'src/iniconfig/_parse.py',
  h11: 'h11/_util.py',
  hyperlink: 'src/hyperlink/_url.py',
  structlog: 'src/structlog/_utils.py',
  click: 'src/click/globals.py',
  uuid: 'dce.go',
};

const targets: Readonly<Record<string, number>> = {
  'check, nothing kept': 1.1,
  'check, nothing changed': 0.1,
  'check, one module edited': 0.7,
  'check --changed, one module edited': 0.5,
  'check, README edited': 0.2,
};

/** A check with nothing configured against the project's own commands, all at once, in projects of others. */
export async function benchReal(): Promise<void> {
  const found: (readonly [string, { readonly wall: number; readonly cpu: number }])[] = [];
  const failed: string[] = [];
  for (const row of repositories.filter(({ name }) => measured[name] !== undefined)) {
    try {
      found.push(...(await measureProject(row)));
    } catch (error) {
      failed.push(row.name);
      process.stderr.write(`${String(error)}\n`);
    }
  }
  const rows = Object.entries(targets).map(([name, target]) => {
    const ratios = found.flatMap(([of, ratio]) => (of === name ? [ratio] : []));
    const [wall, cpu] = [ratios.map((one) => one.wall), ratios.map((one) => one.cpu)];
    return [name, meanOf(wall), meanOf(cpu), Math.max(...cpu).toFixed(2), target.toFixed(2)];
  });
  printTable(
    `${Object.keys(measured).length - failed.length} projects of others, against their own commands (geometric means)`,
    ['run', 'wall', 'cpu', 'worst cpu', 'target'],
    rows,
  );
  if (failed.length > 0) throw new Error(`Could not be measured: ${failed.join(', ')}`);
}

async function measureProject(row: CorpusRow): Promise<Ratios> {
  const folder = await prepareOnce(row);
  const lines = Object.values(row.bare);
  // What fails at once would make a fine ratio.
  for (const line of lines) orThrow(line, await runLine(folder, line));
  const caches = `${folder}.caches`;
  const own = { XDG_CACHE_HOME: caches };
  const bare: Command = {
    argv: ['bash', '--norc', '-c', `${lines.map((line) => `(${line}) &`).join(' ')} wait`],
    cwd: folder,
    env: { ...(await activatedVariables(folder)), ...own },
  };
  const variables = { ...(await callersVariables(folder)), ...own };
  const check = (...more: readonly string[]): Command => ({
    argv: [process.execPath, launcher, 'check', ...more],
    cwd: folder,
    env: variables,
  });
  const dropCaches = (): void => removeCaches(folder, caches);
  const editModule = (): void => appendRemark(join(folder, measured[row.name] ?? ''));
  const prose = readdirSync(folder).find((name) => /^readme\b/i.test(name)) ?? 'README.md';
  const editProse = (): void => appendFileSync(join(folder, prose), 'More.\n');
  const first = compareContenders(
    `${row.name}: ${lines.length} tools`,
    [
      { name: 'bare, nothing kept', prepare: dropCaches, command: bare },
      contender('check, nothing kept', check(), dropCaches),
      contender('check, nothing changed', check()),
    ],
    rounds,
  );
  for (const command of [bare, check()]) spend(command);
  const second = compareContenders(
    `${row.name}: after an edit, against the tools with their caches`,
    [
      { name: 'bare, one module edited', prepare: editModule, command: bare },
      contender('check, one module edited', check(), editModule),
      contender('check --changed, one module edited', check('--changed'), editModule),
      contender('check, README edited', check(), editProse),
    ],
    rounds,
  );
  return new Map([...first, ...second]);
}

function contender(name: string, command: Command, prepare = (): void => {}) {
  return { name, command, prepare, target: targets[name] ?? 0 };
}

const commitAll =
  'git add --all . && git -c user.name=b -c user.email=b@example.com commit --quiet --allow-empty --message Installed';

/** As its authors install it; what was prepared before is taken again. */
async function prepareOnce(row: CorpusRow): Promise<string> {
  const folder = join(kept, row.name);
  if (existsSync(folder)) return folder;
  await mkdir(kept, { recursive: true });
  try {
    await prepareRepository(row, folder);
    // What the installation wrote is no edit.
    orThrow('commit', await runLine(folder, commitAll));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

/** What the tools keep beside the sources, and what they and a check keep among the caches of the user. */
function removeCaches(folder: string, caches: string): void {
  const own = ['.mypy_cache', '.ruff_cache', '.pytest_cache', 'target'];
  for (const path of [...own.map((name) => join(folder, name)), caches]) {
    rmSync(path, { recursive: true, force: true });
  }
  for (const path of globSync('**/__pycache__', {
    cwd: folder,
    exclude: (name) => name === '.venv',
  })) {
    rmSync(join(folder, path), { recursive: true, force: true });
  }
}

/** An edit that changes nothing that a tool finds. */
function appendRemark(path: string): void {
  appendFileSync(path, `${path.endsWith('.py') ? '#' : '//'} One more remark.\n`);
}

function meanOf(ratios: readonly number[]): string {
  const logarithms = ratios.map((ratio) => Math.log(ratio));
  return Math.exp(logarithms.reduce((sum, one) => sum + one, 0) / ratios.length).toFixed(2);
}
