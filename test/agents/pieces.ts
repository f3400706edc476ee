import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { agents } from '#agents/registry.ts';
import type { Piece } from '../support/missing-pieces.ts';

/** Words that would let an agent out of its isolation, or a repository or user steer it. */
export const escapes: Readonly<Record<string, RegExp>> = {
  'claude-code':
    /bypassPermissions|acceptEdits|dangerously|^--(?:bare|add-dir|mcp-config|resume|continue|plugin-dir)$|Web(?:Fetch|Search)|Bash$|Bash\(\*/,
  codex: /^--(?:trust|add-dir|profile)$|danger|bypass|^-p$|read-only|mcp_servers|network_access/,
  command: /./,
  cursor: /^--(?:approve-mcps|resume|api-key)$|disabled/,
  plan: /bypassPermissions|acceptEdits|dangerously|^--(?:bare|add-dir|mcp-config|resume|continue|plugin-dir)$|Web(?:Fetch|Search)|Bash|Write|Edit/,
};

/** What those that know their version print. */
export const versions: Readonly<Record<string, string>> = {
  'claude-code': '2.1.326 (Claude Code)\n',
  codex: 'codex-cli 0.169.0\n',
  cursor: '2025.10.02-bd871ac\n',
  plan: '2.1.326 (Claude Code)\n',
};

const notStarted = 'It starts no program.';
const anyProgram = 'It is any program, which keeps the contract on docs/agents.md.';
const recordings = join(import.meta.dirname, '../fixtures/agents');

/** The agents of which outputs of real sessions are kept. */
export const recordedAgents: readonly string[] = agents
  .map(({ id }) => id)
  .filter((id) => existsSync(join(recordings, id)) && readdirSync(join(recordings, id)).length > 0);

/** What each agent comes with, so that its conformance is shown and not passed over. */
export const agentPieces: Readonly<Record<string, Piece>> = {
  'words that it is never started with': {
    has: (id) => Object.hasOwn(escapes, id),
    add: (id) =>
      `Nothing keeps ${id} from being started with what lets it out: add those words to escapes in test/agents/pieces.ts.`,
    exempt: { autofix: notStarted },
  },
  'a version': {
    has: (id) => Object.hasOwn(versions, id),
    add: (id) =>
      `Nothing shows that the version of ${id} is read: add what it prints to versions in test/agents/pieces.ts.`,
    exempt: { autofix: notStarted, command: anyProgram },
  },
  'recorded sessions': {
    has: (id) => recordedAgents.includes(id),
    add: (id) =>
      `Nothing is kept of what ${id} prints: put outputs of real sessions into test/fixtures/agents/${id}.`,
    exempt: {
      autofix: notStarted,
      command: anyProgram,
      cursor: 'It is known from its manual alone, which the outputs in its tests follow.',
      plan: 'It is Claude Code, of which sessions are recorded.',
    },
  },
  'tests of its own': {
    has: (id) =>
      existsSync(join(import.meta.dirname, id)) &&
      readdirSync(join(import.meta.dirname, id)).some((name) => name.endsWith('.test.ts')),
    add: (id) =>
      `Nothing tests how ${id} is started and read: add test/agents/${id}/start.test.ts and read.test.ts.`,
    exempt: {},
  },
};
