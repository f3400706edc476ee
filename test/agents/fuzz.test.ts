import { readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentAnswer, PlanAnswer } from '#repair/rules/answer/answer.ts';
import { answered, exitOf, outputOf, recordedWith } from './asked.ts';
import { recordedAgents } from './pieces.ts';
import { startedAgents } from './started.ts';
import { processorMs } from '../support/processor-time.ts';

const result = JSON.stringify(answered);
const samples = recordedAgents.flatMap((folder) =>
  readdirSync(`test/fixtures/agents/${folder}`).map((name) =>
    recordedWith(`${folder}/${name}`, result),
  ),
);
const cursor = JSON.stringify({ type: 'result', is_error: false, result });
const outputs = [...samples, cursor, `prose {"a": ${result}`, result];

/** Recorded outputs: cut, with something in between, doubled, or with pieces in another place. */
const spoiled = fc
  .tuple(fc.constantFrom(...outputs), fc.nat(10_000), fc.nat(10_000), fc.string({ unit: 'binary' }))
  .map(([text, from, to, between]) => {
    const [start, end] = [from % text.length, to % text.length];
    return text.slice(0, start) + between + text.slice(end);
  });

/** The ids of a result, or the sentence of a failure. */
function toldIn(answer: AgentAnswer | PlanAnswer): string {
  switch (answer.kind) {
    case 'result':
      return `${answer.result.run_id} ${answer.result.task_id}`;
    case 'plan':
      return answer.plan.title;
    case 'failed':
      return answer.sentence;
  }
}

describe.each(startedAgents.map((agent) => ({ id: agent.id, agent })))(
  'reading what $id says',
  ({ agent }) => {
    it('never throws, whatever it is', () => {
      const exits = fc.constantFrom(0, 1, 2, 143);
      fc.assert(
        fc.property(spoiled, spoiled, exits, (stdout, stderr, code) => {
          const answer = agent.read(outputOf(stdout, { stderr, ...exitOf(code) }));
          expect(toldIn(answer)).toMatch(/^(?:run-1 task-1|[A-Z][^\n]{5,})$/);
          expect(answer.cost.usd).toBeGreaterThanOrEqual(0);
        }),
        { numRuns: 300 },
      );
    });

    it.each([
      ['lines of prose', 'It goes on.\n'],
      ['lines of events', '{"type":"other","a":{"b":[1]}}\n'],
      ['results', `{"type":"result","is_error":false,"result":"{}"}\n`],
      ['open brackets', '{"a":[{"b":'],
      ['one line of escapes', '\\"{'],
    ])('takes no more time than it grows: %s', (_name, part) => {
      const took = (times: number): number => {
        const output = outputOf(part.repeat(times), { stderr: part.repeat(times) });
        return processorMs(() => agent.read(output));
      };
      const best = (times: number) => Math.min(took(times), took(times), took(times));
      best(100);
      // Were it quadratic, it would take 256 times as long.
      expect(best(100_000)).toBeLessThan(80 * best(6_250) + 100);
    });
  },
);
