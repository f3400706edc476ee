import { cargoClippy } from '#engines/cargo-clippy/engine.ts';
import { ofToolchain } from '../../support/toolchains.ts';
import { describeRealEnds, type RealEnd } from '../real-ends.ts';
import { behind, cargoProbesUnseen, noToolchainEnv, rustPackage } from '../rust-package.ts';

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { ...rustPackage, 'src/lib.rs': '' }, is: 'success, 0' },
  'a remark in what two targets share': {
    files: { ...rustPackage, 'src/lib.rs': 'pub fn f(x: bool) -> bool {\n    x == true\n}\n' },
    plan: { native: { args: ['--all-targets', '--locked'] } },
    is: 'diagnostic, 1',
    at: ['src/lib.rs:2'],
  },
  'code that cannot be compiled': {
    files: { ...rustPackage, 'src/lib.rs': 'pub fn f() -> u8 {\n    "a"\n}\n' },
    is: 'diagnostic, partial, 1',
    at: ['src/lib.rs:2'],
  },
  'code that asks for nightly': {
    files: { ...rustPackage, 'src/lib.rs': '#![feature(test)]\n' },
    is: 'success, partial, 0',
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
  engine: cargoClippy,
  program: async () => ofToolchain('cargo-clippy'),
  ends,
  // Of a check and of a repair.
  unseen: [...cargoProbesUnseen, ...cargoProbesUnseen],
});
