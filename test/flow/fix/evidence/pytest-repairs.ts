import { type EvidenceCase, shopTest, testOf, totals } from './cases.ts';

const right = totals('sum(items)');
const wrong = totals('sum(items) + SEVEN');
const value = 'value = total([1, 2])';
const sum = shopTest(`${value}\n    assert value == 3`);
const shop = 'shop_NAME.py';

/** Repairs as people make them, each with what its tests must be found to be. */
export const pytestRepairs: Readonly<Record<string, EvidenceCase>> = {
  source_alone: { start: wrong, test: sum, make: { [shop]: right }, verdict: 'source_repaired' },
  number_corrected: expected(shopTest(`${value}\n    assert value == SEVEN`), sum),
  one_line: expected(
    shopTest('assert total([1, 2]) == SEVEN, "the sum"'),
    shopTest('assert total([1, 2]) == 3, "the sum"'),
  ),
  structure_corrected: {
    start: 'def total(items):\n    return {"sum": sum(items), "of": list(items)}\n',
    test: shopTest('assert total([1, 2]) == {"sum": SEVEN, "of": [1, 2]}'),
    make: { [testOf]: shopTest('assert total([1, 2]) == {"sum": 3, "of": [1, 2]}') },
    verdict: 'expectation_changed',
  },
  text_corrected: {
    start: 'def total(items):\n    return f"{sum(items)} SEVEN pieces"\n',
    test: shopTest('assert "SEVEN parts" in total([1, 2])'),
    make: { [testOf]: shopTest('assert "SEVEN pieces" in total([1, 2])') },
    verdict: 'expectation_changed',
  },
  renamed_function: {
    start: 'def grand_total(items):\n    return sum(items)\n',
    test: sum,
    make: {
      [testOf]: sum
        .replaceAll('total(', 'grand_total(')
        .replace('import total', 'import grand_total')
        .replace('test_grand_total', 'test_total'),
    },
    verdict: 'expectation_changed',
  },
  other_arguments: {
    start: 'def total(*, items):\n    return sum(items)\n',
    test: sum,
    make: { [testOf]: sum.replace('total([1, 2])', 'total(items=[1, 2])') },
    verdict: 'expectation_changed',
  },
  renamed_test: expected(
    shopTest(`${value}\n    assert value == SEVEN`),
    sum.replace('test_total', 'test_total_of_two'),
  ),
  moved_test: {
    start: right,
    test: `${shopTest(`${value}\n    assert value == SEVEN`)}\n\ndef test_nothing():\n    assert total([]) == 0\n`,
    make: {
      [testOf]: shopTest('assert total([]) == 0').replace('test_total', 'test_nothing'),
      'test_moved_NAME.py': sum,
    },
    verdict: 'expectation_changed',
  },
  parametrised: expected(
    shopTest(`${value}\n    assert value == SEVEN`),
    `import pytest
from SHOP import total


@pytest.mark.parametrize("items, wanted", [([1, 2], 3), ([], 0)])
def test_total(items, wanted):
    assert total(items) == wanted
`,
  ),
  more_asserted: {
    start: wrong,
    test: sum,
    make: { [shop]: right, [testOf]: `${sum}    assert total([]) == 0\n` },
    verdict: 'source_repaired',
  },
  both_sides: {
    start: 'def total(items):\n    return sum(items) + SEVEN\n',
    test: shopTest(`${value}\n    assert value == 4`),
    make: {
      [shop]: 'def total(items, start=0):\n    return sum(items, start)\n',
      [testOf]: `${sum}    assert total([1], start=5) == 6\n`,
    },
    verdict: 'both',
  },
  helper_corrected: {
    start: right,
    test: `from helpers_NAME import wanted\n${shopTest(`${value}\n    assert value == wanted()`)}`,
    besides: { 'helpers_NAME.py': 'def wanted():\n    return SEVEN\n' },
    make: { 'helpers_NAME.py': 'def wanted():\n    return 3\n' },
    verdict: 'expectation_changed',
  },
  data_corrected: {
    start: right,
    test: `import json
import pathlib
${shopTest(`wanted = json.loads((pathlib.Path(__file__).parent / "wanted.json").read_text())
    assert total([1, 2]) == wanted["sum"]`)}`,
    besides: { 'wanted.json': '{"sum": SEVEN}\n' },
    make: { 'wanted.json': '{"sum": 3}\n' },
    verdict: 'expectation_changed',
  },
  other_exception: {
    start:
      'def total(items):\n    if not items:\n        raise LookupError("SEVEN")\n    return sum(items)\n',
    test: `import pytest\n${shopTest('with pytest.raises(ValueError):\n        total([])')}`,
    make: {
      [testOf]: `import pytest\n${shopTest('with pytest.raises(LookupError):\n        total([])')}`,
    },
    verdict: 'expectation_changed',
  },
  other_message: {
    start:
      'def total(items):\n    if not items:\n        raise ValueError("nothing in it, SEVEN")\n    return sum(items)\n',
    test: `import pytest\n${shopTest('with pytest.raises(ValueError, match="is empty SEVEN"):\n        total([])')}`,
    make: {
      [testOf]: `import pytest\n${shopTest('with pytest.raises(ValueError, match="nothing in it"):\n        total([])')}`,
    },
    verdict: 'expectation_changed',
  },
  smoke: {
    start: 'def total(items, *, start):\n    print(sum(items, start), SEVEN)\n',
    test: shopTest('total([1, 2], begin=SEVEN)'),
    make: { [testOf]: shopTest('total([1, 2], start=SEVEN)') },
    verdict: 'expectation_changed',
  },
  smoke_of_source: {
    start: 'def total(items):\n    print(sums(items), SEVEN)\n',
    test: shopTest('total([1, 2])'),
    make: { [shop]: 'def total(items):\n    print(sum(items), SEVEN)\n' },
    verdict: 'source_repaired',
  },
  fixture_corrected: {
    start: right,
    test: `import pytest
from SHOP import total


@pytest.fixture
def items():
    return [1, 2, SEVEN]


def test_total(items):
    assert total(items) == 3
`,
    make: {
      [testOf]: `import pytest
from SHOP import total


@pytest.fixture
def items():
    return [1, 2]


def test_total(items):
    assert total(items) == 3
`,
    },
    verdict: 'expectation_changed',
  },
  nearly: {
    start: 'def total(items):\n    return sum(items) / 3\n',
    test: `import pytest\n${shopTest('assert total([1, 2, 4]) == pytest.approx(SEVEN.25)')}`,
    make: {
      [testOf]: `import pytest\n${shopTest('assert total([1, 2, 4]) == pytest.approx(2.3333, abs=0.01)')}`,
    },
    verdict: 'expectation_changed',
  },
  split: expected(
    shopTest(`${value}\n    assert value == SEVEN\n    assert total([]) == 0`),
    `${sum}\n\ndef test_nothing():\n    assert total([]) == 0\n`,
  ),
  of_unittest: {
    start: right,
    test: unittest('SEVEN'),
    make: { [testOf]: unittest('3') },
    verdict: 'expectation_changed',
  },
  in_class: expected(
    `from SHOP import total\n\n\nclass TestTotal:\n    def test_two(self):\n        assert total([1, 2]) == SEVEN\n`,
    `from SHOP import total\n\n\nclass TestTotal:\n    def test_two(self):\n        assert total([1, 2]) == 3\n`,
  ),
  limit_corrected: expected(
    shopTest('assert total([1, 2]) > SEVEN'),
    shopTest('assert total([1, 2]) > 2'),
  ),
  remembered: {
    start:
      'import functools\n\n\n@functools.lru_cache(None)\ndef total(items):\n    return sum(items)\n\n\ntotal((1, 2))\n',
    test: shopTest('assert total((1, 2)) == SEVEN'),
    make: { [testOf]: shopTest('assert total((1, 2)) == 3') },
    verdict: 'expectation_changed',
  },
  of_objects: {
    start: `class Cart:
    def __init__(self, items):
        self.items = items

    @property
    def total(self):
        return sum(self.items)


def total(items):
    return Cart(items)
`,
    test: shopTest('assert total([1, 2]).total == SEVEN'),
    make: { [testOf]: shopTest('assert total([1, 2]).total == 3') },
    verdict: 'expectation_changed',
  },
};

/** What the code does is right, and the test was wrong. */
function expected(test: string, corrected: string): EvidenceCase {
  return { start: right, test, make: { [testOf]: corrected }, verdict: 'expectation_changed' };
}

function unittest(number: string): string {
  return `import unittest
from SHOP import total


class TotalTest(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([1, 2]), ${number})
`;
}
