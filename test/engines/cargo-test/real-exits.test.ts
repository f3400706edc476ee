import { cargoTest } from '#engines/cargo-test/engine.ts';
import { ofToolchain } from '../../support/toolchains.ts';
import { describeRealEnds, type RealEnd } from '../real-ends.ts';
import { behind, cargoProbesUnseen, noToolchainEnv, rustPackage } from '../rust-package.ts';

const passes = '#[test]\nfn passes() {}\n';

const ends: Readonly<Record<string, RealEnd>> = {
  'all pass': { files: { ...rustPackage, 'src/lib.rs': passes }, is: 'success, 0' },
  'one fails and one ends its program': {
    files: {
      ...rustPackage,
      'src/lib.rs': '/// ```\n/// assert!(false);\n/// ```\npub fn f() {}\n',
      'tests/a.rs': `#[test]\nfn fails() {\n    assert_eq!(1, 2);\n}\n${passes}`,
      'tests/b.rs': '#[test]\nfn exits() {\n    std::process::exit(3);\n}\n',
    },
    is: 'diagnostic, partial, 3',
    at: ['src/lib.rs:1', 'tests/a.rs:3', 'tests/b.rs:'],
  },
  'tests that cannot be compiled': {
    files: { ...rustPackage, 'src/lib.rs': '', 'tests/a.rs': 'fn f() -> u8 {\n    "a"\n}\n' },
    is: 'diagnostic, partial, 1',
    at: ['tests/a.rs:2'],
  },
  'a lock file that is behind': {
    files: { ...behind, 'src/lib.rs': '' },
    plan: { native: { args: ['--locked'] } },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a toolchain that is not installed': {
    files: { ...rustPackage, 'src/lib.rs': '' },
    plan: { env: noToolchainEnv },
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'a manifest that cannot be read': {
    files: { 'Cargo.toml': 'x = [' },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
};

describeRealEnds({
  engine: cargoTest,
  program: async () => ofToolchain('cargo'),
  ends,
  unseen: cargoProbesUnseen,
});
