import type { ArchiveSource, CorpusRow, Plant } from './row.ts';

const failingTest = (path: string): Plant => ({
  engine: 'pytest',
  path,
  lines: ['def test_planted() -> None:', '    assert 1 == 2'],
});
const wrongType = (path: string): Plant => ({
  engine: 'mypy',
  path,
  lines: ['planted: int = "text"'],
});
const unusedImport = (path: string): Plant => ({
  engine: 'ruff',
  path,
  lines: ['import planted'],
});

function pypi(name: string, version: string, sha256: string): ArchiveSource {
  return { from: 'pypi', package: name, version, sha256 };
}

const tox = 'uvx tox@4.67.13 -q';
const hatch = 'uvx hatch@1.18.2 -q';

/** Projects in Python: kept by uv, poetry, pdm, hatch, flit or setuptools, and tested by tox, nox or by hand; the environments of the last three are kept by tox, hatch and poetry. */
export const pythonRepositories: readonly CorpusRow[] = [
  {
    name: 'iniconfig',
    source: pypi(
      'iniconfig',
      '2.3.1',
      '67f4b9c50da0dedf52af349e7749a80a9057a5031199791b906c3bb3ae878960',
    ),
    setup: ['uv sync --frozen', 'uv pip install mypy==2.4.0 ruff==0.16.9'],
    bare: { mypy: 'mypy .', pytest: 'pytest', ruff: 'ruff check --no-fix' },
    plants: [
      wrongType('src/iniconfig/_parse.py'),
      failingTest('testing/test_planted.py'),
      unusedImport('src/iniconfig/planted.py'),
    ],
    inSuite: true,
  },
  {
    name: 'sniffio',
    source: pypi(
      'sniffio',
      '1.3.1',
      'f4324edc670a0f49750a81b895f35c3adb843cca46f0530f79fc1babb23789dc',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e . -r test-requirements.txt'],
    bare: { coverage: 'coverage run -m pytest', pytest: 'pytest' },
    plants: [failingTest('sniffio/_tests/test_planted.py')],
    inSuite: true,
  },
  {
    name: 'itsdangerous',
    source: pypi(
      'itsdangerous',
      '2.2.0',
      'e0050c0b7da1eea53ffaf149c0cfbb5c6e2e2b69c4bef22c81fa6eb73e5f6173',
    ),
    setup: ['uv venv --quiet', 'uv pip install -r requirements/tests.txt -e .'],
    bare: { pytest: 'pytest' },
    plants: [failingTest('tests/test_itsdangerous/test_planted.py')],
  },
  {
    name: 'blinker',
    source: pypi(
      'blinker',
      '1.9.0',
      'b4ce2265a7abece45e7cc896e98dbebe6cead56bcf805a3d23136d145f5445bf',
    ),
    setup: [
      'uv venv --quiet',
      'uv pip install -r requirements/tests.txt -r requirements/typing.txt -e .',
    ],
    bare: { mypy: 'mypy', pyright: 'pyright', pytest: 'pytest' },
    plants: [wrongType('src/blinker/base.py'), failingTest('tests/test_planted.py')],
  },
  {
    name: 'h11',
    source: pypi(
      'h11',
      '0.16.0',
      '4e35b956cf45792e4caa5885e69fba00bdbc6ffafbfa020300e549b208ee5ff1',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e . pytest==9.1.1 pytest-cov==7.1.0'],
    bare: { pytest: 'pytest' },
    plants: [failingTest('h11/tests/test_planted.py')],
  },
  {
    name: 'wsproto',
    source: pypi(
      'wsproto',
      '1.3.2',
      'b86885dcf294e15204919950f666e06ffc6c7c114ca900b060d6e16293528294',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e . --group testing --group linting'],
    bare: {
      coverage: 'pytest --cov=wsproto',
      mypy: 'mypy src/',
      pytest: 'pytest',
      ruff: 'ruff check --no-fix',
      'ruff-format': 'ruff format --check',
    },
    plants: [
      wrongType('src/wsproto/utilities.py'),
      failingTest('tests/test_planted.py'),
      unusedImport('src/wsproto/planted.py'),
    ],
  },
  {
    name: 'outcome',
    source: pypi(
      'outcome',
      '1.3.0.post0',
      '9dcf02e65f2971b80047b377468e72a268e15c0af3cf1238e6ff14f7f91143b8',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e . -r test-requirements.txt'],
    bare: { coverage: 'pytest --cov=outcome', pytest: 'pytest' },
    plants: [failingTest('tests/test_planted.py')],
  },
  {
    name: 'pluggy',
    source: pypi(
      'pluggy',
      '1.7.0',
      'd1eaa46ebb595891b860ab086b4d09c8588af65ebd4361b8e8f4bb8920b90ba8',
    ),
    setup: ['uv sync --frozen'],
    bare: {
      coverage: 'coverage run -m pytest',
      pytest: 'pytest',
    },
    plants: [failingTest('testing/test_planted.py')],
  },
  {
    name: 'tenacity',
    source: pypi(
      'tenacity',
      '9.2.1',
      'a606b5c808d0cded4a359d5b9932d867ff2a6a6b64d37350260fd01bbdf83839',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e .[test] --group dev'],
    bare: {
      mypy: 'mypy',
      pytest: 'pytest',
      ruff: 'ruff check --no-fix .',
      'ruff-format': 'ruff format --check .',
    },
    plants: [
      wrongType('tenacity/nap.py'),
      failingTest('tests/test_planted.py'),
      unusedImport('tenacity/planted.py'),
    ],
  },
  {
    name: 'structlog',
    source: pypi(
      'structlog',
      '26.1.0',
      'f63a716cbd1b1291cf7661de7794b455acfa4c43c5bcf1630e6ad5ddc1adb3b7',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e . --group tests --group typing'],
    bare: { mypy: 'mypy src tests/typing', pytest: 'pytest' },
    plants: [wrongType('src/structlog/_utils.py'), failingTest('tests/test_planted.py')],
  },
  {
    name: 'hyperlink',
    source: pypi(
      'hyperlink',
      '21.0.0',
      '427af957daa58bc909471c6c40f74c5450fa123dd093fc53efd2e91d2705a56b',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e . pytest==9.1.1 pytest-cov==7.1.0'],
    bare: { coverage: 'pytest --cov', pytest: 'pytest' },
    plants: [failingTest('src/hyperlink/test/test_planted.py')],
  },
  {
    name: 'dep-logic',
    source: pypi(
      'dep-logic',
      '0.7.2',
      '2a3c49526075b0bc6825f0ea8c2d9f464de48b7b85f3f3d2900b4e5950fefedf',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e . pytest==9.1.1'],
    bare: { pytest: 'pytest' },
    plants: [failingTest('tests/test_planted.py')],
  },
  {
    name: 'findpython',
    source: pypi(
      'findpython',
      '0.9.0',
      '497c6b5eb13734be2542dfb6a93267946339601cbc2f1138c8cd4d40311fefe5',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e . --group tests'],
    bare: { pytest: 'pytest' },
    plants: [failingTest('tests/test_planted.py')],
  },
  {
    name: 'click',
    source: pypi(
      'click',
      '8.5.1',
      '9bbfada76703fd1d784b83eea012e3e8c6a001a876543ef104fa56aaaeb072b4',
    ),
    setup: ['uv sync --frozen --group typing', 'uv pip install ruff==0.16.9'],
    bare: { mypy: 'mypy', pytest: 'pytest', ruff: 'ruff check --no-fix' },
    plants: [
      wrongType('src/click/globals.py'),
      failingTest('tests/test_planted.py'),
      unusedImport('src/click/planted.py'),
    ],
  },
  {
    name: 'humanize',
    source: pypi(
      'humanize',
      '4.17.0',
      '1d6a36c453dbfbb3f0b34601d2e0b4ce5d48d780305cd45714843f0068fde6ac',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e .[tests]'],
    bare: { coverage: 'pytest --cov humanize', pytest: 'pytest' },
    plants: [failingTest('tests/test_planted.py')],
  },
  {
    name: 'path',
    source: pypi(
      'path',
      '17.1.1',
      '2dfcbfec8b4d960f3469c52acf133113c2a8bf12ac7b98d629fa91af87248d42',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e .[test,check,type]'],
    bare: {
      mypy: 'mypy .',
      pytest: 'pytest',
      ruff: 'ruff check --no-fix',
      'ruff-format': 'ruff format --check',
    },
    plants: [wrongType('path/matchers.py'), failingTest('tests/test_planted.py')],
  },
  {
    name: 'pyjwt',
    source: pypi(
      'PyJWT',
      '2.12.1',
      'c74a7a2adf861c04d002db713dd85f84beb242228e671280bf709d765b03672b',
    ),
    setup: ['uv venv --quiet', 'uv pip install -e .[crypto,tests]'],
    bare: { coverage: 'python -b -m coverage run -m pytest', pytest: 'pytest' },
    plants: [failingTest('tests/test_planted.py')],
  },
  {
    name: 'cachetools',
    source: pypi(
      'cachetools',
      '8.0.0',
      '5ed01bd676800d51f0025605e4fd8ad0891550513e7b0a4c3da478463764e5c3',
    ),
    setup: [`${tox} run --notest -e py,ruff,ruff-format`],
    bare: {
      pytest: `${tox} run -e py`,
      ruff: `${tox} run -e ruff`,
      'ruff-format': `${tox} run -e ruff-format`,
    },
    plants: [failingTest('tests/test_planted.py'), unusedImport('src/cachetools/planted.py')],
  },
  {
    name: 'traitlets',
    source: pypi(
      'traitlets',
      '5.16.1',
      'ed900c2b631aa3a112811139fa97b8d2c3bad5e989656bba4b7e52c7852c18c1',
    ),
    setup: [`${hatch} env create test`],
    bare: { mypy: `${hatch} run test:mypy`, pytest: `${hatch} run test:test` },
    plants: [wrongType('traitlets/log.py'), failingTest('tests/test_planted.py')],
  },
  {
    name: 'tomlkit',
    source: pypi(
      'tomlkit',
      '0.15.2',
      '83e32755ba1d20d9340bd069ee97e9f6232ba2346b63ffcba425de01f7e327a6',
    ),
    // The environment that poetry keeps, filled without its resolver, for which this source has no lock file.
    setup: [
      'poetry env use python3',
      'uv pip install --python "$(poetry env info --path)" -e . --group dev',
    ],
    bare: { mypy: 'poetry run mypy', pytest: 'poetry run pytest' },
    plants: [wrongType('tomlkit/source.py'), failingTest('tests/test_planted.py')],
  },
];
