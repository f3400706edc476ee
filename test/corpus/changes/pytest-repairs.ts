import { linkEnvironment } from '../../support/engine-tools.ts';
import type { ChangedFiles, ChangeSet, MadeChange } from './change.ts';

const project = '[project]\nname = "shop"\nversion = "1.0"\ndependencies = []\n';
const sum = 'def total(items):\n    return sum(items)\n';

interface Repair {
  /** Where the finding stands, if that is no file of tests. */
  readonly at?: string;
  readonly start: Readonly<Record<string, string>>;
  readonly make: ChangedFiles;
}

/** `SELF` stands for the name of the row, and `TEST` for its file of tests. */
const repairs: Readonly<Record<string, Repair>> = {
  module_moved: {
    start: {
      'shop/SELF_old.py': sum,
      TEST: 'from shop.sums.SELF import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n',
    },
    make: { 'shop/SELF_old.py': null, 'shop/sums/SELF.py': sum, 'shop/sums/__init__.py': '' },
  },
  dead_code_removed: {
    start: {
      'shop/SELF.py': `${sum.replace('sum(items)', 'old_total(items)')}\n\ndef old_total(items):\n    return len(items)\n`,
      TEST: 'from shop.SELF import total\n\n\ndef test_total():\n    assert total([11, 2]) == 13\n',
    },
    make: { 'shop/SELF.py': sum },
  },
  test_of_dead_code: {
    start: {
      'shop/SELF.py': `${sum}\n\ndef legacy(items):\n    return total(items) + gone\n`,
      TEST: 'from shop.SELF import legacy, total\n\n\ndef test_total():\n    assert total([]) == 0\n\n\ndef test_legacy():\n    assert legacy([1]) == 1\n',
    },
    make: {
      'shop/SELF.py': sum,
      TEST: 'from shop.SELF import total\n\n\ndef test_total():\n    assert total([]) == 0\n    assert total([1]) == 1\n',
    },
  },
  split_in_two: {
    start: {
      'shop/SELF.py':
        'from shop.SELF_add import add\n\n\ndef total(items):\n    value = 0\n    for item in items:\n        value = add(value, item)\n    return value\n',
      TEST: 'from shop.SELF import total\n\n\ndef test_total():\n    assert total([21, 2]) == 23\n',
    },
    make: { 'shop/SELF_add.py': 'def add(one, two):\n    return one + two\n' },
  },
  class_renamed: {
    start: {
      'shop/SELF.py': 'class Cart:\n    def total(self):\n        return 31\n',
      'shop/SELF_use.py': 'from shop.SELF import Basket\n\n\ndef make():\n    return Basket()\n',
      TEST: 'from shop.SELF_use import make\n\n\ndef test_total():\n    assert make().total() == 31\n',
    },
    make: { 'shop/SELF.py': 'class Basket:\n    def total(self):\n        return 31\n' },
  },
  patched_name_renamed: {
    start: {
      'shop/SELF.py': 'def load():\n    return [1]\n\n\ndef total():\n    return sum(load())\n',
      TEST: 'from shop import SELF\n\n\ndef test_total(monkeypatch):\n    monkeypatch.setattr(SELF, "fetch", lambda: [20, 21])\n    assert SELF.total() == 41\n',
    },
    make: {
      TEST: 'from shop import SELF\n\n\ndef test_total(monkeypatch):\n    monkeypatch.setattr(SELF, "load", lambda: [20, 21])\n    assert SELF.total() == 41\n',
    },
  },
  snapshot_with_source: {
    start: {
      'shop/SELF.py': 'def show(count):\n    return f"{count} piece"\n',
      'tests/SELF/shown.txt': '5 piece\n',
      TEST: 'import pathlib\n\nfrom shop.SELF import show\n\n\ndef test_shown():\n    wanted = pathlib.Path(__file__).with_name("shown.txt").read_text()\n    assert show(5) + "\\n" == wanted\n\n\ndef test_one():\n    assert show(1) == "1 piece"\n    assert show(2) == "2 pieces"\n',
    },
    make: {
      'shop/SELF.py':
        'def show(count):\n    return f"{count} piece" if count == 1 else f"{count} pieces"\n',
      'tests/SELF/shown.txt': '5 pieces\n',
    },
  },
  fixture_of_conftest: {
    start: {
      'shop/SELF.py': sum,
      'tests/SELF/conftest.py':
        'import pytest\n\n\n@pytest.fixture\ndef items():\n    return [1, 2, 51]\n',
      TEST: 'from shop.SELF import total\n\n\ndef test_total(items):\n    assert total(items) == 53\n',
    },
    make: {
      'tests/SELF/conftest.py':
        'import pytest\n\n\n@pytest.fixture\ndef items():\n    return [1, 1, 51]\n',
    },
  },
  cases_renamed: {
    start: {
      'shop/SELF.py': sum,
      TEST: 'import pytest\n\nfrom shop.SELF import total\n\n\n@pytest.mark.parametrize("items, wanted", [([1], 1), ([60, 1], 62)])\ndef test_total(items, wanted):\n    assert total(items) == wanted\n',
    },
    make: {
      TEST: 'import pytest\n\nfrom shop.SELF import total\n\n\n@pytest.mark.parametrize(\n    "items, wanted",\n    [pytest.param([1], 1, id="one"), pytest.param([60, 1], 61, id="two")],\n)\ndef test_total(items, wanted):\n    assert total(items) == wanted\n',
    },
  },
  printed: {
    start: {
      'shop/SELF.py': 'def tell(count):\n    print(f"count: {count}")\n',
      TEST: 'from shop.SELF import tell\n\n\ndef test_told(capsys):\n    tell(71)\n    assert capsys.readouterr().out == "number: 71\\n"\n',
    },
    make: {
      TEST: 'from shop.SELF import tell\n\n\ndef test_told(capsys):\n    tell(71)\n    assert capsys.readouterr().out == "count: 71\\n"\n',
    },
  },
  written: {
    start: {
      'shop/SELF.py':
        'import json\n\n\ndef save(path, items):\n    path.write_text(json.dumps(items))\n',
      TEST: 'import json\n\nfrom shop.SELF import save\n\n\ndef test_saved(tmp_path):\n    save(tmp_path / "a", [81])\n    assert json.loads((tmp_path / "a").read_text()) == {"items": [81]}\n',
    },
    make: {
      'shop/SELF.py':
        'import json\n\n\ndef save(path, items):\n    path.write_text(json.dumps({"items": items}))\n',
    },
  },
  with_dependency: {
    start: {
      'shop/SELF.py': 'def newest(versions):\n    return max(versions)\n',
      TEST: 'from shop.SELF import newest\n\n\ndef test_newest():\n    assert newest(["9.1", "10.91"]) == "10.91"\n',
    },
    make: {
      'pyproject.toml': project.replace('[]', '["packaging>=23"]'),
      'shop/SELF.py':
        'from packaging.version import Version\n\n\ndef newest(versions):\n    return max(versions, key=Version)\n',
    },
  },
  test_file_renamed: {
    start: {
      'shop/SELF.py': sum,
      TEST: 'from shop.SELF import total\n\n\ndef test_total():\n    assert total([100, 1]) == 102\n',
    },
    make: {
      TEST: null,
      'tests/SELF/test_sum_SELF.py':
        'from shop.SELF import total\n\n\ndef test_total():\n    assert total([100, 1]) == 101\n',
    },
  },
  inherited_test: {
    at: 'tests/SELF/bases_SELF.py',
    start: {
      'shop/SELF.py': sum.replace('sum(items)', 'len(items)'),
      'tests/SELF/bases_SELF.py':
        'class SumTest:\n    def test_total(self):\n        assert self.total([121, 2]) == 123\n',
      TEST: 'from bases_SELF import SumTest\nfrom shop.SELF import total\n\n\nclass TestTotal(SumTest):\n    total = staticmethod(total)\n',
    },
    make: { 'shop/SELF.py': sum },
  },
  error_raised: {
    start: {
      'shop/SELF.py': 'def price(text):\n    return int(text)\n',
      TEST: 'import pytest\n\nfrom shop.SELF import PriceError, price\n\n\ndef test_wrong():\n    with pytest.raises(PriceError, match="no price: x111"):\n        price("x111")\n',
    },
    make: {
      'shop/SELF.py':
        'class PriceError(ValueError):\n    pass\n\n\ndef price(text):\n    try:\n        return int(text)\n    except ValueError as cause:\n        raise PriceError(f"no price: {text}") from cause\n',
    },
  },
};

function row(name: string, { at = 'TEST', start, make }: Repair): MadeChange {
  const test = `tests/${name}/test_${name}.py`;
  const say = (text: string): string => text.replace(/^TEST$/, test).replaceAll('SELF', name);
  const placed = <Text extends string | null>(files: Readonly<Record<string, Text>>) =>
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [say(path), text === null ? text : say(text)]),
    );
  return { engine: 'pytest', at: say(at), start: placed(start), make: placed(make) };
}

/** Where tests cannot be collected at first, not all that a session compares can be compared. */
const uncollected = new Set(['module_moved', 'split_in_two', 'class_renamed', 'error_raised']);

function setOf(name: string, isOfIt: (row: string) => boolean): ChangeSet {
  const rows = Object.entries(repairs).filter(([one]) => isOfIt(one));
  return {
    name,
    bare: { pytest: 'pytest -q -p no:cacheprovider AT' },
    provide: linkEnvironment,
    frame: {
      'pytest.ini': '[pytest]\npythonpath = .\n',
      'pyproject.toml': project,
      'shop/__init__.py': '',
    },
    changes: Object.fromEntries(rows.map(([one, repair]) => [`pytest ${one}`, row(one, repair)])),
  };
}

export const pytestRepairSets: readonly ChangeSet[] = [
  setOf('pytest, all collected', (one) => !uncollected.has(one)),
  setOf('pytest, some not collected', (one) => uncollected.has(one)),
];
