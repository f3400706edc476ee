import type { ProgramAgent } from '../contract.ts';
import { readClaudeCode } from './read.ts';
import { startClaudeCode } from './start.ts';

export const claudeCode: ProgramAgent = {
  kind: 'program',
  id: 'claude-code',
  title: 'Claude Code',
  programs: ['claude'],
  versionArgs: ['--version'],
  versionPattern: /(\d+\.\d+\.\d+)/,
  needs: [
    {
      kind: 'program',
      name: 'claude',
      get: 'Install the package @anthropic-ai/claude-code in a pinned version, so that claude is on the path.',
    },
  ],
  provider: 'anthropic',
  // A plugin of its own reads AGENTS.md, too.
  idleMs: 10 * 60_000,
  masks: [
    '**/.claude/**',
    '**/.claude.json',
    '**/.mcp.json',
    '**/CLAUDE.md',
    '**/CLAUDE.local.md',
    '**/AGENTS.md',
    '**/AGENTS.override.md',
    '**/.ripgreprc',
    '**/.env*',
  ],
  start: startClaudeCode,
  read: readClaudeCode,
};
