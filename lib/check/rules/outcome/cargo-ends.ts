import type { Probe } from './exit-catalog.ts';

/** What every command of cargo says in the same words when it cannot do its work. */
export const cargoProbes: readonly Probe[] = [
  {
    id: 'not-installed',
    stream: 'stderr',
    pattern: String.raw`^error: (?:no such command: |toolchain '[^']*' is not installed|'[\w-]+' is not installed for the)`,
    effect: 'tool-failure',
    reason: 'TOOL_NOT_FOUND',
    remedy:
      'The toolchain of Rust lacks this part; add it with `rustup component add`, or the toolchain with `rustup toolchain install`.',
  },
  {
    id: 'lock-file-behind',
    stream: 'stderr',
    pattern:
      '^error: (?:cannot (?:update|create)|failed to (?:update|create)|the) (?:the )?lock file',
    effect: 'tool-failure',
    reason: 'CONFIG_INVALID',
    remedy:
      'Cargo.lock does not fit Cargo.toml, and a check changes no file; run `cargo update --workspace` and commit it.',
  },
  {
    id: 'packages-missing',
    stream: 'stderr',
    pattern: String.raw`^error: failed to (?:download|get|fetch|load source|query)|spurious network error|Could not (?:resolve|connect to) `,
    effect: 'tool-failure',
    reason: 'CONFIG_INVALID',
    remedy: 'Packages that the code needs are not here and cannot be fetched; run `cargo fetch`.',
  },
];
