import { describe, expect, it } from 'vitest';
import { isProse, listProseNames, selectNamedProse } from '#check/rules/scope/prose.ts';

const prose = ['README.md', 'LICENSE', 'docs/guide.md', 'docs/logo.svg', 'CHANGES.rst'];

/** Which of the prose may be read when this is all the code there is. */
function namedIn(text: string, path = 'tests/test_it.py'): readonly string[] {
  return selectNamedProse(prose, new Set(listProseNames(path, text)));
}

describe('prose', () => {
  it('is what people read, and nothing that runs or configures', () => {
    expect(prose.every(isProse)).toBe(true);
    const code = ['history.ts', 'readme.py', 'requirements.txt', 'docs/conf.py', 'page.mdx', 'md'];
    expect(code.filter(isProse)).toEqual([]);
  });

  it('is read by nothing that does not speak of it', () => {
    const code = 'from parts import add\n\ndef test_add() -> None:\n    assert add(1, 2) == 3\n';
    expect(namedIn(code)).toEqual([]);
  });

  it('may be read by what names the file, its beginning or its end', () => {
    expect(namedIn('Path("docs/guide.md").read_text()')).toEqual(['docs/guide.md']);
    expect(namedIn('open(f"docs/{name}.md")')).toEqual(['README.md', 'docs/guide.md']);
    expect(namedIn("folder / 'Readme'")).toEqual(['README.md']);
    expect(namedIn('# see LICENSE for details')).toEqual(['LICENSE']);
    expect(namedIn("import logo from './logo.svg?raw'")).toEqual(['docs/logo.svg']);
  });

  it.each([
    'for path in Path(".").rglob("*"):',
    'for name in os.listdir(here):',
    'subprocess.run([sys.executable, "-m", "build"])',
    "import { execFile } from 'node:child_process'",
    'await readdir(folder)',
    "import.meta.glob('./*')",
    'addopts = "--doctest-glob=*.txt"',
    'dev = ["pytest-checkdocs>=2.4"]',
  ])('may be read, all of it, by what looks at files without naming them: %s', (text) => {
    expect(namedIn(text)).toEqual(prose);
  });

  it('is not read because a manifest says so to whoever builds the package', () => {
    const manifest = 'name = "parts"\nreadme = "README.md"\nlicense-files = ["LICENSE"]\n';
    expect(namedIn(manifest, 'pyproject.toml')).toEqual([]);
    expect(namedIn('[tool.pytest]\ntestpaths = ["README.md"]', 'pyproject.toml')).toEqual([
      'README.md',
    ]);
    expect(namedIn('{\n"license": "MIT",\n"name": "parts"}', 'package.json')).toEqual([]);
  });

  it('is not named by locks and by what services are told, but by hidden configuration of tests', () => {
    expect(namedIn('paths-ignore: ["**.md"]', '.github/workflows/ci.yml')).toEqual([]);
    expect(namedIn('"README.md"', 'package-lock.json')).toEqual([]);
    expect(namedIn('run = README.md', '.coveragerc')).toEqual(['README.md']);
  });

  it('may be named by data of any length, and not by bytes', () => {
    expect(namedIn(' '.repeat(5_000_000), 'tests/data.json')).toEqual(prose);
    expect(namedIn('\0README.md', 'tests/data.bin')).toEqual([]);
  });
});
