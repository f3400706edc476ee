import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { ofToolchain } from '../../support/toolchains.ts';
import { rustPackage } from '../../engines/rust-package.ts';
import { fix, triesOf } from './run-fix.ts';

const repairer = resolve('test/fixtures/programs/repair-sum.mjs');
const settings = {
  version: 1,
  agents: {
    order: ['autofix', 'command'],
    settings: { command: { command: [process.execPath, repairer] } },
  },
  retry: { maxAttempts: 1, backoff: { initial: '10ms', factor: 1, max: '10ms' } },
};

/** A branch whose change is these files. */
async function plantChange(frame: object, change: object): Promise<GitRepository> {
  const repository = await gitRepository({
    'ratchetr.yaml': JSON.stringify(settings),
    ...frame,
  });
  repository.git('checkout', '-qb', 'feature');
  await repository.write({ ...change });
  repository.commit('Add');
  return repository;
}

async function repair(root: string, env: Readonly<Record<string, string>>) {
  const { report } = await fix(root, ['--branch', 'fixes'], { env });
  return { outcome: report.summary?.outcome, tries: triesOf(report) };
}

describe('ratchetr fix repairs a project', () => {
  it('of Go: its formatter by itself, and a test that fails by an agent', async () => {
    const [go] = ofToolchain('go');
    const { root, git } = await plantChange(
      { 'go.mod': 'module example.com/m\n\ngo 1.21\n', Makefile: 'lint:\n\tgofmt -l .\n' },
      {
        'add.go': 'package m\n\n// Add adds.\nfunc Add(a, b int) int { return a - b }\n',
        'add_test.go':
          'package m\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Error("no sum")\n\t}\n}\n',
        'wide.go': 'package m\nvar   Wide = 1\n',
      },
    );
    expect(await repair(root, {})).toEqual({
      outcome: 'green',
      tries: {
        'go-test add_test.go': ['command: accepted'],
        'gofmt wide.go': ['autofix: accepted'],
      },
    });
    expect(git('show', 'fixes:wide.go')).toBe('package m\n\nvar Wide = 1');
    execFileSync('git', ['checkout', '-q', 'fixes'], { cwd: root });
    expect(execFileSync(go, ['test', './...'], { cwd: root, encoding: 'utf8' })).toMatch(/^ok/);
  });

  it('of Rust: what clippy knows by itself, and a test that fails by an agent', async () => {
    ofToolchain('cargo-clippy');
    const { root, git } = await plantChange(
      {
        ...rustPackage,
        '.gitignore': 'target\n',
        Makefile: 'lint:\n\tcargo clippy -- -D warnings\n',
        'src/lib.rs': '',
      },
      {
        'src/lib.rs':
          'pub mod other;\n\npub fn add(a: u8, b: u8) -> u8 {\n    a - b\n}\n\n#[test]\nfn adds() {\n    assert_eq!(add(2, 1), 3);\n}\n',
        'src/other.rs': 'pub fn not(x: bool) -> bool {\n    x == false\n}\n',
      },
    );
    const XDG_CACHE_HOME = join(await tempFolder(), 'cache');
    expect(await repair(root, { XDG_CACHE_HOME })).toEqual({
      outcome: 'green',
      tries: {
        'cargo-clippy src/other.rs': ['autofix: accepted'],
        'cargo-test src/lib.rs': ['command: accepted'],
      },
    });
    expect(git('show', 'fixes:src/other.rs')).toContain('!x');
  });
});
