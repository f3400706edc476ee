import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command } from '#agents/command/agent.ts';
import { agents } from '#agents/registry.ts';
import { readAnswer } from '#repair/rules/answer/read-answer.ts';
import { agentRequest } from '#model/agent-request.ts';
import { asked } from './asked.ts';
import { given } from './given.ts';

const page = readFileSync('docs/agents.md', 'utf8');
const [request = '', result = ''] = [...page.matchAll(/```json\n([^]*?)```/g)].map(
  ([, text = '']) => text,
);

describe('the page on agents', () => {
  it('shows a request and a result that answers it', () => {
    const shown: unknown = JSON.parse(request);
    expect(agentRequest.parse(shown)).toEqual(shown);
    expect(readAnswer(result, agentRequest.parse(shown))).toEqual({
      kind: 'result',
      result: JSON.parse(result),
    });
  });

  it('names every agent and every variable that a program of your own gets', () => {
    const names = Object.keys(command.start(asked, given('openai')).env);
    const listed = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
    expect(new Set(listed)).toEqual(new Set(names));
    expect(agents.filter(({ id }) => !page.includes(`\`${id}\``))).toEqual([]);
  });
});
