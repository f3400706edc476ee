import * as z from 'zod';
import { expect, it } from 'vitest';
import { eventsIn } from '#repair/rules/answer/events-in.ts';

const event = z.object({ type: z.literal('end'), at: z.int() });

it('reads the lines that are events and leaves out all others', () => {
  const lines = [
    'Warning: {"type":"end","at":0}',
    '{"type":"end","at":1}\r',
    '{"type":"begin"}',
    '  {"type":"end","at":2}',
    String.raw`{"type":"end","at":3,"text":"\x"}`,
    '{"type":"end","at":"4"}',
    `{"type":"end","at":5,"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    '',
    '{"type":"end","at":6',
  ];
  expect(eventsIn(lines.join('\n'), { types: ['end'], schema: event })).toEqual([
    { type: 'end', at: 1 },
    { type: 'end', at: 2 },
  ]);
});
