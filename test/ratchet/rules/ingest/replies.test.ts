import { describe, expect, it } from 'vitest';
import { readCommand } from '#ratchet/rules/ingest/person-command.ts';
import { helpReply, refusalReply, whyReply } from '#ratchet/rules/ingest/replies.ts';
import { aWorkspaceState, t0 } from '../../../support/samples.ts';

describe('replies', () => {
  it('name only commands that are known', () => {
    const named = [...helpReply('dance').matchAll(/^- `\/ratchet (\w+)/gm)].map(([, word]) => word);
    const all = 'on off stop retry vouch why hold release answer';
    expect(named.join(' ')).toBe(all);
    for (const word of named) {
      const further: Record<string, string> = { answer: ' yes', vouch: ' 0123abc' };
      const text = `${word}${further[word ?? ''] ?? ''}`;
      expect(readCommand(text).kind).toBe(word);
    }
  });

  it('mention nobody and link nowhere by what was said', () => {
    const said = '@everyone <img src=x> [a](https://evil.example)';
    for (const reply of [helpReply(said), refusalReply(said)]) {
      expect(reply).not.toMatch(/@everyone|<img|https:\/\/evil/);
    }
  });

  it('say why: what was decided, how the last session ended and what is asked', () => {
    expect(whyReply(aWorkspaceState())).toBe('Nothing was decided yet.');
    const decided = {
      action: 'WAIT' as const,
      code: 'PARKED',
      reason: 'It was tried.',
      needsHuman: true,
      at: t0,
    };
    const reply = whyReply(aWorkspaceState({ lastDecision: decided, question: 'Which zone?' }));
    expect(reply).toContain('**WAIT**');
    expect(reply).toContain('PARKED');
    expect(reply).toContain('until a person acts');
    expect(reply).toContain('/ratchet answer TEXT');
  });
});
