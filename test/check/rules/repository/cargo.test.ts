import { describe, expect, it } from 'vitest';
import {
  copiedForCargo,
  detectCargoTests,
  detectClippy,
  detectRustfmt,
  findCargoArgs,
  lockedArgs,
} from '#check/rules/repository/cargo.ts';
import { someFacts } from './some-facts.ts';

const saying = (...commands: readonly string[]) => {
  const jobs = { all: { steps: commands.map((run) => ({ run })) } };
  return someFacts({
    files: ['Cargo.toml'],
    manifests: { '.github/workflows/ci.yml': { jobs } },
  });
};

describe('what a project passes to cargo', () => {
  it.each<[string, string, readonly string[] | undefined]>([
    ['nothing', 'cargo build', undefined],
    ['no argument', 'cargo test', []],
    ['all of a workspace', 'cargo test --workspace --verbose', ['--workspace']],
    ['features', 'cargo test --all-features --release', ['--all-features']],
    ['some features', 'cargo test --features a,b --locked', ['--features', 'a,b']],
    ['another runner', 'cargo nextest run --all', ['--all']],
    ['a part', 'cargo test -p core', undefined],
    ['another target', 'cargo test --target ${{ matrix.target }}', undefined],
    ['what is chained', 'cargo test --all && cargo doc --no-deps', ['--all']],
    ['another toolchain', 'cargo +nightly test --all', undefined],
  ])('is known of %s', (_, line, expected) => {
    expect(findCargoArgs(saying(line), '.', 'test')).toEqual(expected);
  });

  it('is the widest of several', () => {
    const lines = ['cargo test', 'cargo test --all', 'cargo test --all --all-features'];
    expect(findCargoArgs(saying(...lines), '.', 'test')).toEqual(['--all', '--all-features']);
  });

  it('has the levels of lints as they are', () => {
    const line = 'cargo clippy --all-targets -- -D warnings -D clippy::all -A clippy::style';
    const lints = ['--', '-D', 'warnings', '-D', 'clippy::all', '-A', 'clippy::style'];
    expect(findCargoArgs(saying(line), '.', 'clippy')).toEqual(['--all-targets', ...lints]);
  });
});

describe('a tool of Rust is used', () => {
  const manifest = { lints: { clippy: { all: 'warn' } } };

  it.each([
    ['its file', someFacts({ files: ['Cargo.toml', 'clippy.toml'] }), 'clippy.toml configures it'],
    ['a table', someFacts({ manifests: { 'Cargo.toml': manifest } }), 'Cargo.toml configures it'],
    ['a command', saying('cargo clippy'), '.github/workflows/ci.yml all starts it'],
  ])('where %s shows it', (_, facts, because) => {
    expect(detectClippy(facts, '.')).toEqual({ kind: 'present', because, at: '.' });
  });

  it('nowhere else', () => {
    expect(detectClippy(saying('cargo test'), '.').kind).toBe('absent');
    expect(detectClippy(someFacts({ files: ['clippy.toml'] }), '.').kind).toBe('absent');
  });
});

it('a lock file that is there stays as it is', () => {
  const files = ['api/Cargo.lock'];
  expect([lockedArgs(someFacts({ files }), 'api'), lockedArgs(someFacts({ files }), '.')]).toEqual([
    ['--locked'],
    [],
  ]);
});

describe('rustfmt belongs to a project', () => {
  const manifests = { 'rustfmt.toml': { max_width: 90 } };
  const nightly = { 'rustfmt.toml': { max_width: 90, wrap_comments: true } };
  const files = ['Cargo.toml'];

  it.each([
    ['that configures it', someFacts({ files, manifests }), 'present'],
    ['that starts it', saying('cargo fmt --all -- --check'), 'present'],
    ['with options of nightly', someFacts({ files, manifests: nightly }), 'absent'],
    [
      'with such options and a toolchain of its own',
      someFacts({ files: [...files, 'rust-toolchain.toml'], manifests: nightly }),
      'present',
    ],
    ['that starts that of another toolchain', saying('cargo +nightly fmt'), 'absent'],
    ['that says nothing of it', saying('cargo test'), 'absent'],
  ])('%s: %s', (_, facts, kind) => {
    expect(detectRustfmt(facts, '.').kind).toBe(kind);
  });
});

it('a module of Python is tested by cargo only where the project does', () => {
  const build = { 'build-system': { requires: ['maturin>=1.5'] } };
  const steps = [{ run: 'cargo test' }];
  const manifests = { 'Cargo.toml': {}, 'pyproject.toml': build };
  expect(detectCargoTests(someFacts({ manifests }), '.').kind).toBe('absent');
  const below = { 'src/core/Cargo.toml': {}, 'pyproject.toml': build };
  expect(detectCargoTests(someFacts({ manifests: below }), 'src/core').kind).toBe('absent');
  const workflow = { '.github/workflows/ci.yml': { jobs: { all: { steps } } } };
  expect(detectCargoTests(someFacts({ manifests: { ...manifests, ...workflow } }), '.').kind) //
    .toBe('present');
});

it('where cargo would write a lock file it works on a copy, without what it built', () => {
  const { copies } = copiedForCargo([]);
  const copied = ['a.rs', 'Cargo.toml', 'data', 'liba.rlib', 'a.o'].filter((one) =>
    copies?.test(one),
  );
  expect(copied).toEqual(['a.rs', 'Cargo.toml', 'data']);
  expect(copiedForCargo(['--locked'])).toEqual({});
});
