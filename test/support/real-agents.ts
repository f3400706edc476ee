import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from './kernel-lock.ts';
import { orSkip } from './out-of-reach.ts';
import { noAgents } from './skips-reporter.ts';

const dockerfile = join(import.meta.dirname, '../../containers/Dockerfile');
const cache = join(import.meta.dirname, '../../.cache/agents');

/** The folder of the real programs of agents, of the versions that the image has; the first test that asks installs them. */
export async function realAgents(): Promise<string> {
  const text = await readFile(dockerfile, 'utf8');
  const version = (name: string) => new RegExp(`^ARG ${name}=(\\S+)$`, 'm').exec(text)?.[1] ?? '';
  const wanted = [
    `@anthropic-ai/claude-code@${version('CLAUDE_CODE_VERSION')}`,
    `@openai/codex@${version('CODEX_VERSION')}`,
  ];
  const folder = join(cache, wanted.map((one) => one.replace(/^.*@/, '')).join('-'));
  await orSkip(once(folder, wanted), undefined, noAgents);
  return join(folder, 'node_modules/.bin');
}

async function once(folder: string, wanted: readonly string[]): Promise<void> {
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return;
  await mkdir(folder, { recursive: true });
  await withLock(join(folder, 'lock.sqlite'), async () => {
    if (!existsSync(complete)) await install(folder, wanted);
    await writeFile(complete, '');
  });
}

// Their binaries are packages that npm chooses by the platform; Claude Code puts its own in place by a script.
async function install(folder: string, wanted: readonly string[]): Promise<void> {
  await rm(join(folder, 'node_modules'), { recursive: true, force: true });
  const manifest = { private: true, allowScripts: { '@anthropic-ai/claude-code': true } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  try {
    const env = { ...process.env, PATH };
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...wanted], {
      cwd: folder,
      env,
    });
  } catch (error) {
    throw new Error(`npm could not install ${wanted.join(' and ')}`, { cause: error });
  }
}
