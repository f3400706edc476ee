import { cargoCheck } from '#engines/cargo-check/engine.ts';
import { ofToolchain } from '../../support/toolchains.ts';
import { describeRealEnds, type RealEnd } from '../real-ends.ts';
import { behind, cargoProbesUnseen, noToolchainEnv, rustPackage } from '../rust-package.ts';

const ends: Readonly<Record<string, RealEnd>> = {
  'clean but for a warning': {
    files: { ...rustPackage, 'src/lib.rs': 'fn f() {}\n' },
    is: 'success, 0',
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
  engine: cargoCheck,
  program: async () => ofToolchain('cargo'),
  ends,
  unseen: cargoProbesUnseen,
});
