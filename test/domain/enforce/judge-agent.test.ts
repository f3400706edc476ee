import { describe, expect, it } from 'vitest';
import { judgeAgent } from '#domain/enforce/judge-agent.ts';
import type { AgentEnding } from '#domain/enforce/judge-agent.ts';
import type { Rejection } from '#domain/enforce/rejection.ts';

const failed: readonly Rejection[] = [{ code: 'COMMAND_FAILED', sentence: 'It failed.' }];

function answered(claim: 'success' | 'failure' | 'blocked'): AgentEnding {
  return { kind: 'answered', claim, summary: 'Say.' };
}

describe('an agent that', () => {
  it.each<[string, AgentEnding, readonly Rejection[], readonly string[]]>([
    ['succeeds', answered('success'), [], []],
    ['claims success while validation fails', answered('success'), failed, ['AGENT_LIED']],
    ['gives up', answered('failure'), [], ['AGENT_FAILED']],
    ['gives up, rightly', answered('failure'), failed, ['AGENT_FAILED']],
    ['waits for a person', answered('blocked'), failed, ['AGENT_BLOCKED']],
    ['hangs', { kind: 'timed_out', afterMs: 9 }, [], ['AGENT_TIMED_OUT']],
    ['prints garbage', { kind: 'garbage', problem: 'two objects' }, [], ['AGENT_GARBAGE']],
    ['crashes', { kind: 'crashed', exitCode: 3 }, [], ['AGENT_FAILED']],
    ['has no account', { kind: 'failed', problem: 'No key.' }, [], ['AGENT_FAILED']],
    ['is killed', { kind: 'crashed', exitCode: null }, [], ['AGENT_FAILED']],
  ])('%s', (_name, ending, validation, codes) => {
    expect(judgeAgent(ending, validation).map(({ code }) => code)).toEqual(codes);
  });

  it('speaks at length or in signs gets one short line', () => {
    const summary = `\u001b[31m\n${'x'.repeat(9000)} ghp_${'a'.repeat(36)}`;
    const [told] = judgeAgent({ kind: 'answered', claim: 'blocked', summary }, []);
    expect(told?.sentence.length).toBeLessThan(300);
    expect(told?.sentence).toMatch(/^The agent waits for a person: \?\[31m\?x+\.\.\.$/);
  });
});
