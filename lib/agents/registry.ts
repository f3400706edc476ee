import { claudeCode } from './claude-code/agent.ts';
import { codex } from './codex/agent.ts';
import { command } from './command/agent.ts';
import type { Agent } from './contract.ts';
import { cursor } from './cursor/agent.ts';

/** Every agent that is a program. */
export const agents: readonly Agent[] = [claudeCode, codex, command, cursor];
