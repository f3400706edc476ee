import { describe, expect, it } from 'vitest';
import { pytest } from '#engines/pytest/engine.ts';
import { pythonModule } from '../real-ends.ts';
import { repositoryOf, runReal } from '../real-run.ts';

const source = `class Calc:
    def divide(self, a, b):
        def inner():
            return a / b
        return inner()

def helper(x):
    raise ValueError("no " + str(x))
`;

const tests = `import json, pytest, unittest
from src.calc import Calc, helper

def check(v):
    assert v == 2

@pytest.fixture
def broken():
    helper(7)

class TestIn:
    def test_div(self):
        Calc().divide(1, 0)

@pytest.mark.parametrize("v", ["a", "a/b::c", "[x]"])
def test_param(v):
    check(v)

def test_setup(broken):
    pass

def test_library():
    json.loads("{")

def test_chain():
    try:
        helper(1)
    except ValueError as e:
        raise KeyError("x") from e

def test_nested():
    def outer():
        helper(3)
    outer()

def test_nothing_raised():
    with pytest.raises(KeyError):
        pass

async def helper_of_nobody():
    pass

class TestUnit(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(1, 2)

    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertEqual(i, 1)

@pytest.mark.xfail
def test_expected():
    assert 0

@pytest.mark.xfail(strict=True)
def test_unexpected():
    pass

@pytest.mark.skip
def test_skipped():
    assert 0

def test_passes():
    pass
`;

const skippedModule = 'import pytest\npytest.importorskip("nope")\ndef test_unknown(): pass\n';

const own = (symbol: string) => ({ path: 'tests/test_it.py', symbol });
const calc = (symbol: string) => ({ path: 'src/calc.py', symbol });
const at = 'tests/test_it.py::';

const identities = {
  [`${at}TestIn::test_div`]: { exception: 'ZeroDivisionError', frame: calc('inner') },
  [`${at}test_param[a]`]: { exception: 'AssertionError', frame: own('check') },
  [`${at}test_param[a/b::c]`]: { exception: 'AssertionError', frame: own('check') },
  [`${at}test_param[[x]]`]: { exception: 'AssertionError', frame: own('check') },
  [`${at}test_setup`]: { exception: 'ValueError', frame: calc('helper') },
  [`${at}test_library`]: { exception: 'JSONDecodeError', frame: own('test_library') },
  [`${at}test_chain`]: { exception: 'KeyError', frame: own('test_chain') },
  [`${at}test_nested`]: { exception: 'ValueError', frame: calc('helper') },
  [`${at}test_nothing_raised`]: { exception: 'Failed', frame: own('test_nothing_raised') },
  [`${at}TestUnit::test_equal`]: { exception: 'AssertionError', frame: own('test_equal') },
  [`${at}TestUnit::test_sub`]: { exception: 'AssertionError', frame: own('test_sub') },
  [`${at}test_unexpected`]: {},
};

async function run(given: { readonly source?: string; readonly args?: readonly string[] }) {
  const folder = await repositoryOf({
    'src/calc.py': given.source ?? source,
    'src/__init__.py': '',
    'tests/test_it.py': tests,
    'tests/test_module.py': skippedModule,
    'tests/__init__.py': '',
  });
  const program = await pythonModule('pytest');
  return runReal(pytest, { folder, program, plan: { args: [...(given.args ?? [])] } });
}

async function identitiesOf(given: Parameters<typeof run>[0]) {
  const { findings } = await run(given);
  return Object.fromEntries(findings.map(({ testId, testIdentity }) => [testId, testIdentity]));
}

describe('the identity of a failing test', () => {
  it.each(['auto', 'long', 'short', 'native'])(
    'is read from tracebacks in style %s',
    async (style) => {
      expect(await identitiesOf({ args: [`--tb=${style}`] })).toEqual(identities);
    },
  );

  it('stays when lines move', async () => {
    expect(await identitiesOf({ source: `\n\nX = 1\n\n${source}` })).toEqual(identities);
  });

  it.each([
    ['another exception', source.replace('ValueError', 'TypeError'), 'TypeError', 'helper'],
    ['another function', source.replaceAll('inner', 'other'), 'ZeroDivisionError', 'other'],
  ])('is another for %s', async (_, changed, exception, symbol) => {
    const found = Object.values(await identitiesOf({ source: changed }));
    expect(found).toContainEqual({ exception, frame: calc(symbol) });
  });

  it.each(['line', 'no'])('knows at least the exception in style %s', async (style) => {
    const found = await identitiesOf({ args: [`--tb=${style}`] });
    const known = Object.entries(identities).map(([id, identity]) => [
      id,
      'exception' in identity ? { exception: identity.exception } : {},
    ]);
    expect(found).toEqual(Object.fromEntries(known));
  });
});

describe('the tests that were collected', () => {
  it('are each there once, by the name that their findings have', async () => {
    const { tests: collected = [], findings } = await run({});
    const skipped = [`${at}test_expected`, `${at}test_skipped`];
    expect(collected.map(({ id }) => id).toSorted()).toEqual(
      [...Object.keys(identities), ...skipped, `${at}test_passes`].toSorted(),
    );
    expect(collected.filter((test) => test.skipped).map(({ id }) => id)).toEqual(skipped);
    const ids = new Set(collected.map(({ id }) => id));
    expect(findings.filter(({ testId = '' }) => !ids.has(testId))).toEqual([]);
  });
});
