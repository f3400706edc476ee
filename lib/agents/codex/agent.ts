import type { ProgramAgent } from '../contract.ts';
import { readCodex } from './read.ts';
import { startCodex } from './start.ts';

export const codex: ProgramAgent = {
  kind: 'program',
  id: 'codex',
  title: 'Codex',
  programs: ['codex'],
  versionArgs: ['--version'],
  versionPattern: /(\d+\.\d+\.\d+)/,
  needs: [
    {
      kind: 'program',
      name: 'codex',
      get: 'Install the package @openai/codex in a pinned version, so that codex is on the path.',
    },
  ],
  provider: 'openai',
  idleMs: 10 * 60_000,
  masks: [
    '**/AGENTS.md',
    '**/AGENTS.override.md',
    '**/.agents/**',
    '**/.codex/**',
    '**/.mcp.json',
    '**/.env*',
  ],
  start: startCodex,
  read: readCodex,
};
