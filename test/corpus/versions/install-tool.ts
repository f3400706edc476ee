import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { npmPackages } from '../../support/npm-packages.ts';
import { pythonManagers } from '../../support/python-managers.ts';
import { runProgram } from '../run-line.ts';
import type { ToolProject } from './tool-projects.ts';

/** Where all versions are kept for all runs. */
const kept = join(import.meta.dirname, '../../../.cache/tool-versions');

export interface ToolToTry {
  readonly id: string;
  readonly version: string;
  readonly project: ToolProject;
}

/** Installs what is not there yet: each package of PyPI by itself, those of npm together. */
export async function installTools(tools: readonly ToolToTry[]): Promise<void> {
  const { bin } = await pythonManagers();
  const modules = tools.filter(({ project }) => project.from === 'pypi');
  // Two engines may start the same package.
  const places = new Map(modules.map((tool) => [environmentOf(tool), tool])).values();
  const installNext = async (): Promise<void> => {
    for (const tool of places) await installModule(join(bin, 'uv'), tool);
  };
  const packages = tools.filter(({ project }) => project.from === 'npm');
  // What runs for their installation is not needed here, and each may ask for other versions of the same neighbours.
  const options = ['--ignore-scripts', '--legacy-peer-deps'];
  const installPackages = npmPackages(npmFolder(tools), [...options, ...packages.map(wordOf)]);
  // Each waits for its registry most of the time.
  await Promise.all([installNext(), installNext(), installNext(), installPackages]);
}

/** Puts a tool where a project has it, and says how it is started. */
export async function linkTool(
  tools: readonly ToolToTry[],
  tool: ToolToTry,
  folder: string,
): Promise<readonly [string, ...string[]]> {
  const { id, version, project } = tool;
  const name = project.package;
  if (project.from === 'pypi') {
    await symlink(environmentOf(tool), join(folder, '.venv'));
    return [join(folder, '.venv/bin/python'), '-m', name];
  }
  const installed = join(npmFolder(tools), 'node_modules', `${id}-${version}`);
  const place = join(folder, 'node_modules', name);
  await mkdir(dirname(place), { recursive: true });
  await symlink(installed, place);
  const text = await readFile(join(installed, 'package.json'), 'utf8');
  const { bin } = manifest.parse(JSON.parse(text));
  return [process.execPath, join(place, typeof bin === 'string' ? bin : (bin[id] ?? ''))];
}

const manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

// One folder can hold many versions of a package, under other names.
function wordOf({ id, version, project }: ToolToTry): string {
  return `${id}-${version}@npm:${project.package}@${version}`;
}

function npmFolder(tools: readonly ToolToTry[]): string {
  const words = tools.filter(({ project }) => project.from === 'npm').map(wordOf);
  const stamp = createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 16);
  return join(kept, `npm-${stamp}`);
}

function environmentOf({ version, project }: ToolToTry): string {
  return join(kept, `${project.package}-${version}`);
}

async function installModule(uv: string, tool: ToolToTry): Promise<void> {
  const { version, project } = tool;
  const environment = environmentOf(tool);
  if (existsSync(environment)) return;
  await mkdir(kept, { recursive: true });
  // Half an environment must not be taken for a whole one.
  const begun = `${environment}.${process.pid}`;
  try {
    await runProgram(kept, uv, ['venv', '--quiet', '--relocatable', '--python', 'python3', begun]);
    const into = ['pip', 'install', '--quiet', '--python', join(begun, 'bin/python')];
    const beside = project.beside?.(version) ?? [];
    await runProgram(kept, uv, [...into, `${project.package}==${version}`, ...beside]);
    await rename(begun, environment);
  } finally {
    await rm(begun, { recursive: true, force: true });
  }
}
