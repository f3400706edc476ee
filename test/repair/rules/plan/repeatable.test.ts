import { expect, it } from 'vitest';
import { isRepeatable } from '#repair/rules/plan/repeatable.ts';
import type { StructuredStep } from '#model/structured-plan.ts';
import { asks, deletes, reads, runs, writes } from './steps.ts';

type Acts = Extract<StructuredStep['action'], { type: 'browser_act' }>['acts'];

const browses = (...acts: Acts) => isRepeatable({ type: 'browser_act', acts });

it('repeats what leaves the same state twice', () => {
  for (const action of [writes('a'), deletes('a'), reads('a'), asks(), runs(true)]) {
    expect(isRepeatable(action)).toBe(true);
  }
  expect(isRepeatable({ type: 'create_file', path: 'a', content: '', encoding: 'utf8' })).toBe(
    true,
  );
  expect(browses({ do: 'open', url: 'about:blank' }, { do: 'screenshot', name: 'a' })).toBe(true);
});

it('does not repeat unasked what may act on the world', () => {
  expect(isRepeatable(runs(false))).toBe(false);
  const open = { do: 'open', url: 'about:blank' } as const;
  expect(browses(open, { do: 'click', selector: '#pay' })).toBe(false);
  expect(isRepeatable({ type: 'use_tool', tool: 'deploy', input: null })).toBe(false);
  expect(browses(open, { do: 'type', selector: '#name', text: 'a' })).toBe(false);
});
