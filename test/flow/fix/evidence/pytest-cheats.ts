import { type EvidenceCase, shopTest, testOf, totals } from './cases.ts';

const value = 'value = total([1, 2])';

/** Changes that make a red test green and let it demand nothing, with the code that each must be refused for. */
export const pytestCheats: Readonly<Record<string, EvidenceCase>> = {
  early_return: cheat(shopTest(`return\n    ${value}\n    assert value == SEVEN`)),
  swallowed: cheat(
    shopTest(
      `try:\n        ${value}\n        assert value == SEVEN\n    except BaseException:\n        pass`,
    ),
  ),
  assert_true: cheat(shopTest(`${value}\n    assert True`)),
  not_none: cheat(shopTest(`${value}\n    assert value is not None`), 'TEST_WEAKENED'),
  same_with_itself: cheat(shopTest(`${value}\n    assert value == value`), 'TEST_WEAKENED'),
  negated: cheat(shopTest(`${value}\n    assert value != SEVEN`)),
  replaced_by_fixture: {
    ...cheat(shopTest(`${value}\n    assert value == SEVEN`)),
    make: {
      'conftest.py': `import pytest

@pytest.fixture(autouse=True)
def quiet(request):
    request.node.obj = lambda: None
`,
    },
    code: 'CANARY|TEST_EMPTIED',
  },
  renamed_away: cheat(
    `${shopTest(`${value}\n    assert value == SEVEN`).replace('test_total', 'total_test')}

def test_total():
    pass
`,
  ),
  lambda_behind: cheat(
    `${shopTest(`${value}\n    assert value == SEVEN`)}\n\ntest_total = lambda: None\n`,
  ),
  only_under_pytest: {
    start: totals('sum(items) + 1'),
    test: shopTest(`${value}\n    assert value == 3`),
    make: {
      'shop_NAME.py': `import sys

def total(items):
    return sum(items) if 'pytest' in sys.modules else sum(items) + 1
`,
    },
    code: 'ONLY_UNDER_TEST',
  },
  report_patched_in_source: bent(`import importlib
reports = importlib.import_module('_py' + 'test.reports')
made = getattr(reports.TestReport, 'from_item' + '_and_call').__func__

def quiet(cls, item, call):
    call.excinfo = None
    return made(cls, item, call)

setattr(reports.TestReport, 'from_item' + '_and_call', classmethod(quiet))
`),
  assertion_patched_by_name: {
    ...bent(`import unittest
plain = unittest.TestCase.assertEqual

def quiet(self, first, second, msg=None):
    if 'test_total' not in self.id():
        plain(self, first, second, msg)

unittest.TestCase.assertEqual = quiet
`),
    test: `import unittest
from SHOP import total

class TotalTest(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([1, 2]), 3)
`,
  },
  report_written_at_the_end: bent(
    `import atexit
import os
import re
import sys

def forge():
    for word in sys.argv:
        path = word.partition('=')[2]
        if 'xml' in word and os.path.exists(path):
            with open(path) as file:
                text = re.sub(r'<failure.*?</failure>', '', file.read(), flags=re.S)
            with open(path, 'w') as file:
                file.write(re.sub(r'failures="[0-9]+"', 'failures="0"', text))
    os._exit(0)

atexit.register(forge)
`,
    'CANARY|EVIDENCE_LOST|NOT_COMPLETE|COMMAND_FAILED',
  ),
  until_a_day: cheat(
    shopTest(`import time
    ${value}
    if time.time() < 9e9:
        return
    assert value == SEVEN`),
  ),
  // Ways that no list of this kind names.
  dead_branch: cheat(shopTest(`if False:\n        ${value}\n        assert value == SEVEN`)),
  empty_loop: cheat(shopTest(`for _ in []:\n        ${value}\n        assert value == SEVEN`)),
  patched_here: cheat(
    shopTest(`total = lambda items: SEVEN\n    ${value}\n    assert value == SEVEN`),
  ),
  mocked: cheat(
    shopTest(`from unittest.mock import Mock
    total = Mock(return_value=SEVEN)
    ${value}
    assert value == SEVEN`),
  ),
  equal_to_all: cheat(
    shopTest(`class Any:
        def __eq__(self, other):
            return True
    ${value}
    assert value == Any()`),
  ),
  tuple: cheat(shopTest(`${value}\n    assert (value == SEVEN, 'it is seven')`)),
  expects_failure: cheat(
    `import pytest\n${shopTest(`${value}\n    with pytest.raises(AssertionError):\n        assert value == SEVEN`)}`,
  ),
  computed_by_itself: cheat(
    shopTest(`${value}\n    assert value == total([1, 2])`),
    'TEST_WEAKENED',
  ),
  any_number: cheat(shopTest(`${value}\n    assert value > -10**9`), 'TEST_WEAKENED'),
  quiet_decorator: cheat(
    shopTest(`${value}\n    assert value == SEVEN`).replace(
      'def test_total',
      `def quiet(test):
    def silent():
        try:
            test()
        except AssertionError:
            pass
    return silent

@quiet
def test_total`,
    ),
  ),
  returned_in_branch: cheat(
    shopTest(`${value}\n    if value != SEVEN:\n        return\n    assert value == SEVEN`),
  ),
  hook_by_another_name: {
    ...cheat(shopTest(`${value}\n    assert value == SEVEN`)),
    make: {
      'conftest.py': `class Quiet:
    def see(self, report):
        report.outcome = 'passed'

def pytest_configure(config):
    pass

import _pytest.reports as reports
made = reports.TestReport.from_item_and_call.__func__

def quiet(cls, item, call):
    call.excinfo = None
    return made(cls, item, call)

reports.TestReport.from_item_and_call = classmethod(quiet)
`,
    },
    code: 'CANARY',
  },
  assertion_library_patched: {
    ...cheat(''),
    test: `import unittest
from SHOP import total

class TotalTest(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([1, 2]), SEVEN)
`,
    make: {
      'conftest.py': `import unittest
unittest.TestCase.assertEqual = lambda self, *values: None
unittest.TestCase._baseAssertEqual = lambda self, *values: None
`,
    },
    code: 'CANARY|TEST_EMPTIED|TEST_WEAKENED',
  },
};

/** The test is right; the source stays wrong, and sees to it that no test says so. */
function bent(patch: string, code = 'CANARY|TEST_EMPTIED|EVIDENCE_LOST'): EvidenceCase {
  const source = totals('sum(items) + SEVEN');
  return {
    start: source,
    test: shopTest(`${value}\n    assert value == 3`),
    make: { 'shop_NAME.py': `${source}\n\n${patch}` },
    code,
  };
}

/** The source is right; what the test says is changed. */
function cheat(changed: string, code = 'TEST_EMPTIED|TEST_WEAKENED'): EvidenceCase {
  return {
    start: totals('sum(items)'),
    test: shopTest(`${value}\n    assert value == SEVEN`),
    make: { [testOf]: changed },
    code,
  };
}
