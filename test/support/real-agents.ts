import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmPackages } from './npm-packages.ts';
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
  // Their binaries are packages that npm chooses by the platform; Claude Code puts its own in place by a script.
  const manifest = { allowScripts: { '@anthropic-ai/claude-code': true } };
  await orSkip(npmPackages(folder, wanted, manifest), undefined, noAgents);
  return join(folder, 'node_modules/.bin');
}
