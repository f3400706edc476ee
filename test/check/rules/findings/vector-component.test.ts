import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  compareEngines,
  componentKey,
  describeComponent,
} from '#check/rules/findings/vector-component.ts';
import type { VectorComponent } from '#model/vector-component.ts';

const name = fc.constantFrom('ruff', 'a in b', 'null', '', 'ruff","web', 'lost-tests');
const component: fc.Arbitrary<VectorComponent> = fc.oneof(
  fc.record({ kind: fc.constant('new-findings' as const), engine: name }),
  fc.record({ kind: fc.constant('new-findings' as const), engine: name, root: name }),
  fc.record({ kind: fc.constant('coverage' as const), path: name }),
  fc.record({ kind: fc.constant('baseline' as const), engine: name }),
  fc.record({
    kind: fc.constantFrom(
      'lost-tests' as const,
      'skipped-tests' as const,
      'suppressions' as const,
      'configuration' as const,
    ),
  }),
);

it('has one key for components that measure the same, and another one for any other', () => {
  fc.assert(
    fc.property(component, component, (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other);
      expect(componentKey(one) === componentKey(other)).toBe(same);
    }),
  );
});

it('orders engines by name, the top before any other root', () => {
  const engines = [
    { engine: 'ruff-format' },
    { engine: 'ruff', root: 'web' },
    { engine: 'ruff', root: 'api' },
    { engine: 'ruff' },
    { engine: 'mypy' },
  ];
  expect(engines.toSorted(compareEngines).map(({ engine, root }) => [engine, root])).toEqual([
    ['mypy', undefined],
    ['ruff', undefined],
    ['ruff', 'api'],
    ['ruff', 'web'],
    ['ruff-format', undefined],
  ]);
});

it.each<[VectorComponent, string]>([
  [{ kind: 'new-findings', engine: 'ruff' }, 'new findings of ruff'],
  [{ kind: 'new-findings', engine: 'ruff', root: 'web' }, 'new findings of ruff in web'],
  [{ kind: 'lost-tests' }, 'lost tests'],
  [{ kind: 'skipped-tests' }, 'skipped tests'],
  [{ kind: 'suppressions' }, 'suppressions added'],
  [{ kind: 'configuration' }, 'changed configuration'],
  [{ kind: 'coverage', path: 'src/a.py' }, 'coverage of src/a.py'],
  [{ kind: 'baseline', engine: 'ruff' }, 'baseline of ruff'],
])('calls %j by a phrase', (measures, phrase) => {
  expect(describeComponent(measures)).toBe(phrase);
});
