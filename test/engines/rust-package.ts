import { cargoProbes } from '#check/rules/outcome/cargo-ends.ts';

/** A package without dependencies, and so with a lock file that never changes. */
export const rustPackage = {
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  'Cargo.lock': 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
};

/** Those that need a network that fails, or a toolchain that lacks something. */
export const cargoProbesUnseen = cargoProbes
  .map(({ id }) => id)
  .filter((id) => id !== 'lock-file-behind' && id !== 'not-installed');

/** Rustup says so of a toolchain that is not there. */
export const noToolchainEnv = { RUSTUP_AUTO_INSTALL: '0', RUSTUP_TOOLCHAIN: '1.0.0' };

/** A package whose lock file knows nothing of what it needs. */
export const behind = {
  ...rustPackage,
  'Cargo.toml': `${rustPackage['Cargo.toml']}[dependencies]\nother = { path = "other" }\n`,
  'other/Cargo.toml': rustPackage['Cargo.toml'].replace('shop', 'other'),
  'other/src/lib.rs': '',
};
