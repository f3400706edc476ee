import { describe, expect, it } from 'vitest';
import { claudeCode } from '#agents/claude-code/agent.ts';
import { command } from '#agents/command/agent.ts';
import type { StartedAgent } from '#agents/contract.ts';
import { cursor } from '#agents/cursor/agent.ts';
import { missingNeeds, type Provision } from '#agents/missing-needs.ts';
import { plan } from '#agents/plan/agent.ts';

const nothing: Provision = { hasProgram: false, env: [], hasVariable: () => false };

describe('what an agent lacks', () => {
  it.each<readonly [string, StartedAgent, Partial<Provision>, readonly string[]]>([
    ['its program', claudeCode, {}, ['claude-code lacks its program claude. Install']],
    ['nothing with it', claudeCode, { hasProgram: true }, []],
    ['nothing with a command in its place', plan, { command: ['node', 'plan.mjs'] }, []],
    ['its command', command, { hasProgram: true }, ['command has no command. Name']],
    ['nothing with a command', command, { command: ['node'] }, []],
    [
      'both',
      cursor,
      {},
      ['lacks its program cursor-agent. Install', 'lacks the variable CURSOR_API_KEY. Make'],
    ],
    [
      'a variable that is set and not handed to it',
      cursor,
      { hasProgram: true, hasVariable: () => true },
      ['lacks the variable CURSOR_API_KEY'],
    ],
    [
      'a variable that is named and not set',
      cursor,
      { hasProgram: true, env: ['CURSOR_API_KEY'] },
      ['lacks the variable CURSOR_API_KEY'],
    ],
    [
      'nothing with both',
      cursor,
      {
        hasProgram: true,
        env: ['CURSOR_API_KEY'],
        hasVariable: (name) => name === 'CURSOR_API_KEY',
      },
      [],
    ],
  ])('is %s', (_name, agent, provision, parts) => {
    const sentences = missingNeeds(agent, { ...nothing, ...provision });
    expect(sentences).toEqual(parts.map((part) => expect.stringContaining(part)));
    expect(sentences.filter((one) => !/^The agent [a-z-]+ .*\.$/.test(one))).toEqual([]);
  });
});
