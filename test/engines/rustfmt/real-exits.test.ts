import { rustfmt } from '#engines/rustfmt/engine.ts';
import { ofToolchain } from '../../support/toolchains.ts';
import { describeRealEnds, type RealEnd } from '../real-ends.ts';
import { noToolchainEnv, rustPackage } from '../rust-package.ts';

const unformatted = { ...rustPackage, 'src/lib.rs': 'pub fn  f( ) { }\n' };

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { ...rustPackage, 'src/lib.rs': 'pub fn f() {}\n' }, is: 'success, 0' },
  unformatted: { files: unformatted, is: 'diagnostic, 1', at: ['src/lib.rs:'] },
  'a syntax error in a module': {
    files: { ...rustPackage, 'src/lib.rs': 'mod a;\n', 'src/a.rs': 'fn f( {\n' },
    is: 'diagnostic, partial, 1',
    at: ['src/a.rs:1'],
  },
  'an option that it does not know': {
    files: { ...unformatted, 'rustfmt.toml': 'nope = 1\n' },
    is: 'diagnostic, degraded, 1',
  },
  'an option of nightly': {
    files: { ...unformatted, 'rustfmt.toml': 'wrap_comments = true\n' },
    is: 'diagnostic, 1',
  },
  'a broken configuration': {
    files: { ...unformatted, 'rustfmt.toml': 'x = [' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a toolchain that is not installed': {
    files: unformatted,
    plan: { env: noToolchainEnv },
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'a fix': { action: 'fix', files: unformatted, is: 'success, 0' },
};

describeRealEnds({ engine: rustfmt, program: async () => ofToolchain('cargo-fmt'), ends });
