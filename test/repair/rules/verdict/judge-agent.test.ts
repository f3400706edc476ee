import { describe, expect, it } from 'vitest';
import { judgeAgent } from '#repair/rules/verdict/judge-agent.ts';
import type { AgentEnding, AgentEvidence } from '#repair/rules/verdict/judge-agent.ts';

const passed: AgentEvidence = { failed: [], contradicts: false, proves: true };
const weak: AgentEvidence = { ...passed, proves: false };
const failed: AgentEvidence = {
  ...passed,
  failed: [{ code: 'COMMAND_FAILED', sentence: 'It failed.' }],
  contradicts: true,
};
const unclear: AgentEvidence = { ...failed, contradicts: false };

function answered(claim: 'success' | 'failure' | 'blocked'): AgentEnding {
  return { kind: 'answered', claim, summary: 'Say.' };
}

const endings = {
  succeeds: answered('success'),
  'gives up': answered('failure'),
  'waits for a person': answered('blocked'),
  hangs: { kind: 'timed_out', afterMs: 9 },
  'prints garbage': { kind: 'garbage', problem: 'two objects' },
  crashes: { kind: 'crashed', exitCode: 3 },
  'is killed': { kind: 'crashed', exitCode: null },
  'has no account': { kind: 'failed', problem: 'No key.' },
} satisfies Readonly<Record<string, AgentEnding>>;

const late = 'AGENT_TIMED_OUT';
const gone = 'AGENT_FAILED';
const unread = 'AGENT_GARBAGE';
const asks = 'AGENT_BLOCKED';

/** Without a change that could be seen; refused by our validation; passed; passed where that proves nothing; unclear. */
const verdicts: Readonly<Record<keyof typeof endings, readonly string[]>> = {
  succeeds: ['', 'AGENT_LIED', '', '', ''],
  'gives up': [gone, gone, `(${gone})`, gone, gone],
  'waits for a person': [asks, asks, asks, asks, asks],
  hangs: [late, late, `(${late})`, late, late],
  'prints garbage': [unread, unread, `(${unread})`, `(${unread})`, unread],
  crashes: [gone, gone, `(${gone})`, gone, gone],
  'is killed': [gone, gone, `(${gone})`, gone, gone],
  'has no account': [gone, gone, `(${gone})`, gone, gone],
};

describe('an agent that', () => {
  it.each(Object.entries(endings))('%s', (name, ending) => {
    const told = [undefined, failed, passed, weak, unclear].map((shown) => {
      const { reasons, warnings } = judgeAgent(ending, shown);
      return [...reasons.map(({ code }) => code), ...warnings.map(({ code }) => `(${code})`)].join(
        ' ',
      );
    });
    expect(told).toEqual(new Map(Object.entries(verdicts)).get(name));
  });

  it('speaks at length or in signs gets one short line', () => {
    const summary = `\u001b[31m\n${'x'.repeat(9000)} ghp_${'a'.repeat(36)}`;
    const [told] = judgeAgent({ kind: 'answered', claim: 'blocked', summary }, undefined).reasons;
    expect(told?.sentence.length).toBeLessThan(300);
    expect(told?.sentence).toMatch(/^The agent waits for a person: \?\[31m\?x+\.\.\.$/);
  });
});
