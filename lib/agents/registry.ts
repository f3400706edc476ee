import { autofix } from './autofix/agent.ts';
import { claudeCode } from './claude-code/agent.ts';
import { codex } from './codex/agent.ts';
import { command } from './command/agent.ts';
import type { Agent } from './contract.ts';
import { cursor } from './cursor/agent.ts';
import { plan } from './plan/agent.ts';

/** Every agent. */
export const agents: readonly Agent[] = [autofix, claudeCode, codex, command, cursor, plan];
