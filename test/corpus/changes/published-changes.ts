import type { ArchiveSource } from '../row.ts';
import type { PublishedChange } from './published-change.ts';

function pypi(name: string, version: string, sha256: string): ArchiveSource {
  return { from: 'pypi', package: name, version, sha256 };
}

export const publishedChanges: readonly PublishedChange[] = [
  {
    before: pypi(
      'inflection',
      '0.3.1',
      '18ea7fb7a7d152853386523def08736aa8c32636b047ade55f7578c4edeb16ca',
    ),
    after: pypi(
      'inflection',
      '0.4.0',
      '32a5c3341d9583ec319548b9015b7fbdf8c429cbcb575d326c33ae3a0e90d52c',
    ),
    repairs: 'source',
    sources: ['inflection.py'],
    tests: ['test_inflection.py'],
  },
  {
    before: pypi(
      'inflection',
      '0.3.0',
      'c6ab173181fd3bbee53187b7535f395ed802ef69d9f3bb5f8c2a5cdfb3e92d08',
    ),
    after: pypi(
      'inflection',
      '0.3.1',
      '18ea7fb7a7d152853386523def08736aa8c32636b047ade55f7578c4edeb16ca',
    ),
    repairs: 'source',
    sources: ['inflection.py'],
    tests: ['test_inflection.py'],
  },
  {
    before: pypi(
      'inflection',
      '0.2.1',
      '96e6233bb5b9dcf0a34081bd31b1ca7ea2aea9c7110615acc14fdcaa3e71071f',
    ),
    after: pypi(
      'inflection',
      '0.3.0',
      'c6ab173181fd3bbee53187b7535f395ed802ef69d9f3bb5f8c2a5cdfb3e92d08',
    ),
    repairs: 'source',
    sources: ['inflection.py'],
    tests: ['test_inflection.py'],
  },
  {
    before: pypi(
      'parse',
      '1.22.3',
      '7e79bb39c72c3bf1613510fd5cdffe5baa9a7873892bef1d4566f1672c8a42f4',
    ),
    after: pypi(
      'parse',
      '1.22.4',
      '706d458feed5a81b02768d3156e8070baf6cee7d150a3a3c0cd43101a875c3b5',
    ),
    repairs: 'source',
    sources: ['parse/__init__.py'],
    tests: ['tests/test_parse.py'],
  },
  {
    before: pypi(
      'parse',
      '1.22.2',
      '8ff0b98202798b8cefa4f8fac06b670d6d00e5ec6ecbbacaf97ac0d0e93a54e6',
    ),
    after: pypi(
      'parse',
      '1.22.3',
      '7e79bb39c72c3bf1613510fd5cdffe5baa9a7873892bef1d4566f1672c8a42f4',
    ),
    repairs: 'source',
    sources: ['parse/__init__.py'],
    tests: ['tests/test_parse.py'],
  },
  {
    before: pypi(
      'parse',
      '1.22.1',
      'd3a4740ec3da338e2b258b2d69741b731eadfddca59e24a14bc4ee5fce38c911',
    ),
    after: pypi(
      'parse',
      '1.22.2',
      '8ff0b98202798b8cefa4f8fac06b670d6d00e5ec6ecbbacaf97ac0d0e93a54e6',
    ),
    repairs: 'source',
    sources: ['parse/__init__.py'],
    tests: ['tests/test_parse.py', 'tests/test_pattern.py'],
  },
  {
    before: pypi(
      'parse',
      '1.22.1',
      'd3a4740ec3da338e2b258b2d69741b731eadfddca59e24a14bc4ee5fce38c911',
    ),
    after: pypi(
      'parse',
      '1.22.2',
      '8ff0b98202798b8cefa4f8fac06b670d6d00e5ec6ecbbacaf97ac0d0e93a54e6',
    ),
    repairs: 'expectation',
    sources: ['parse/__init__.py'],
    tests: ['tests/test_parse.py', 'tests/test_pattern.py'],
  },
  {
    before: pypi(
      'semver',
      '3.0.4',
      'afc7d8c584a5ed0a11033af086e8af226a9c0b206f313e0301f8dd7b6b589602',
    ),
    after: pypi(
      'semver',
      '3.1.0',
      '14bc073439513d7773662a338f4db9829cf16c12b74b9568e2d2689975fbd7fc',
    ),
    repairs: 'source',
    sources: ['src/semver/__about__.py', 'src/semver/version.py'],
    tests: [
      'tests/test_bump.py',
      'tests/test_bump_build_digitless.py',
      'tests/test_compare.py',
      'tests/test_compare_invalid_operands.py',
      'tests/test_optional_native_backend.py',
      'tests/test_parsing.py',
      'tests/test_pysemver-cli.py',
      'tests/test_strict_parsing.py',
    ],
  },
  {
    before: pypi(
      'semver',
      '3.0.4',
      'afc7d8c584a5ed0a11033af086e8af226a9c0b206f313e0301f8dd7b6b589602',
    ),
    after: pypi(
      'semver',
      '3.1.0',
      '14bc073439513d7773662a338f4db9829cf16c12b74b9568e2d2689975fbd7fc',
    ),
    repairs: 'expectation',
    sources: ['src/semver/__about__.py', 'src/semver/version.py'],
    tests: [
      'tests/test_bump.py',
      'tests/test_bump_build_digitless.py',
      'tests/test_compare.py',
      'tests/test_compare_invalid_operands.py',
      'tests/test_optional_native_backend.py',
      'tests/test_parsing.py',
      'tests/test_pysemver-cli.py',
      'tests/test_strict_parsing.py',
    ],
  },
  {
    before: pypi(
      'semver',
      '3.0.2',
      '6253adb39c70f6e51afed2fa7152bcd414c411286088fb4b9effb133885ab4cc',
    ),
    after: pypi(
      'semver',
      '3.0.4',
      'afc7d8c584a5ed0a11033af086e8af226a9c0b206f313e0301f8dd7b6b589602',
    ),
    repairs: 'source',
    sources: [
      'src/semver/__about__.py',
      'src/semver/__main__.py',
      'src/semver/_deprecated.py',
      'src/semver/version.py',
    ],
    tests: ['tests/test_semver.py', 'tests/test_subclass.py'],
  },
];
