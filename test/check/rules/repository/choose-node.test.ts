import { expect, it } from 'vitest';
import { chooseNode } from '#check/rules/repository/choose-node.ts';

const nodes = ['v22.3.0', 'v20.1.0', 'v18.2.0'].map((version) => ({ path: version, version }));
const callers = { path: 'callers', version: 'v20.20.2' };

interface Row {
  readonly wanted?: string;
  readonly supported?: string;
  readonly callers?: typeof callers | undefined;
}

const chosen = ({ wanted, supported, ...given }: Row) =>
  chooseNode({
    wanted: wanted === undefined ? undefined : { version: wanted, at: '.nvmrc' },
    supported,
    callers: 'callers' in given ? given.callers : callers,
    kept: nodes,
    ours: { path: 'ours', version: 'v24.1.0' },
  });

it.each<readonly [string, Row, string]>([
  ['the caller has, where nothing is wanted', {}, 'callers'],
  ['is wanted', { wanted: '18' }, 'v18.2.0'],
  ['is wanted by its name', { wanted: 'lts/jod' }, 'v22.3.0'],
  ['the caller has, where that is wanted', { wanted: 'v20' }, 'callers'],
  ['the caller has, where any will do', { wanted: 'lts/*' }, 'callers'],
  ['is wanted to its last digit', { wanted: '20.1.0' }, 'v20.1.0'],
  ['is near the one that is wanted', { wanted: '20.9.9' }, 'callers'],
  ['fits a range', { wanted: '>=22.1' }, 'v22.3.0'],
  ['the tool supports, too', { wanted: '>=18', supported: '>=22' }, 'v22.3.0'],
  ['runs Ratchetr, where it alone is wanted', { wanted: '>=24' }, 'ours'],
  ['runs Ratchetr, where it alone is near the one that is wanted', { wanted: '24.0.1' }, 'ours'],
  ['runs Ratchetr, where the tool would not start', { supported: '>=22' }, 'ours'],
  ['runs Ratchetr, where the caller has none', { callers: undefined }, 'ours'],
])('takes the Node that %s', (_, row, path) => {
  expect(chosen(row)).toEqual({ path });
});

it.each([
  ['16', callers, 'callers', 'v20.20.2'],
  ['>=26', undefined, 'ours', 'the one of Ratchetr'],
])('says that Node %s is not there', (wanted, given, path, name) => {
  expect(chosen({ wanted, callers: given })).toEqual({
    path,
    told: `.nvmrc asks for Node ${wanted}, which is not on this machine; tests run under ${name}.`,
  });
});
