import { readFileSync } from 'node:fs';
import { agentRequest } from '#model/agent-request.ts';
import { agentResult } from '#model/agent-result.ts';
import type { AgentOutput } from '#agents/contract.ts';
import { agentRequest as requests, agentResult as results } from '../model/samples/agents.ts';

/** What all agents are asked in these tests, and what answers it. */
export const asked = agentRequest.parse({
  ...requests.agentRequest[0].valid,
  allowed_paths: ['shop/**', 'tests/'],
  read_only_paths: ['docs/**'],
  instructions: { task_prompt: 'Repair the total.' },
});
export const answered = agentResult.parse({
  ...results.agentResult[0].valid,
  status: 'success',
  summary: 'The total is "right" {again}.',
});

/** What a program printed that ended well, unless told otherwise. */
export function outputOf(stdout: string, more: Partial<AgentOutput> = {}): AgentOutput {
  return { request: asked, stdout, stderr: '', exit: { kind: 'exited', code: 0 }, ...more };
}

export const exitOf = (code: number): Pick<AgentOutput, 'exit'> => ({
  exit: { kind: 'exited', code },
});

export function recorded(path: string): string {
  return readFileSync(`test/fixtures/agents/${path}`, 'utf8');
}

/** A recorded output in which the model gave this answer instead of the one that it gave. */
export function recordedWith(path: string, answer: string): string {
  const given = JSON.stringify('{"status":"fixed","summary":"done by mock"}');
  return recorded(path).replaceAll(given, () => JSON.stringify(answer));
}
