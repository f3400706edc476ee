import { actionlint } from './actionlint/engine.ts';
import { biome } from './biome/engine.ts';
import { black } from './black/engine.ts';
import { cargoCheck } from './cargo-check/engine.ts';
import { cargoClippy } from './cargo-clippy/engine.ts';
import { cargoTest } from './cargo-test/engine.ts';
import { checkstyle } from './checkstyle/engine.ts';
import { command } from './command/engine.ts';
import type { Engine } from './contract.ts';
import { coverage } from './coverage/engine.ts';
import { eslint } from './eslint/engine.ts';
import { flake8 } from './flake8/engine.ts';
import { goTest } from './go-test/engine.ts';
import { goVet } from './go-vet/engine.ts';
import { gofmt } from './gofmt/engine.ts';
import { golangciLint } from './golangci-lint/engine.ts';
import { isort } from './isort/engine.ts';
import { jest } from './jest/engine.ts';
import { jestCoverage } from './jest-coverage/engine.ts';
import { junit } from './junit/engine.ts';
import { knip } from './knip/engine.ts';
import { markdownlint } from './markdownlint/engine.ts';
import { mocha } from './mocha/engine.ts';
import { mypy } from './mypy/engine.ts';
import { nodeTest } from './node-test/engine.ts';
import { numbers } from './numbers/engine.ts';
import { oxlint } from './oxlint/engine.ts';
import { preCommit } from './pre-commit/engine.ts';
import { prettier } from './prettier/engine.ts';
import { pylint } from './pylint/engine.ts';
import { pyright } from './pyright/engine.ts';
import { pytest } from './pytest/engine.ts';
import { rdjson } from './rdjson/engine.ts';
import { ruffFormat } from './ruff-format/engine.ts';
import { ruff } from './ruff/engine.ts';
import { rustfmt } from './rustfmt/engine.ts';
import { sarif } from './sarif/engine.ts';
import { shellcheck } from './shellcheck/engine.ts';
import { stylelint } from './stylelint/engine.ts';
import { tombi } from './tombi/engine.ts';
import { tsc } from './tsc/engine.ts';
import { vitest } from './vitest/engine.ts';
import { vitestCoverage } from './vitest-coverage/engine.ts';

/** Every engine that comes with Ratchetr. */
export const engines: readonly Engine[] = [
  actionlint,
  biome,
  black,
  cargoCheck,
  cargoClippy,
  cargoTest,
  checkstyle,
  command,
  coverage,
  eslint,
  flake8,
  gofmt,
  golangciLint,
  goTest,
  goVet,
  isort,
  jest,
  jestCoverage,
  junit,
  knip,
  markdownlint,
  mocha,
  mypy,
  nodeTest,
  numbers,
  oxlint,
  preCommit,
  prettier,
  pylint,
  pyright,
  pytest,
  rdjson,
  ruff,
  ruffFormat,
  rustfmt,
  sarif,
  shellcheck,
  stylelint,
  tombi,
  tsc,
  vitest,
  vitestCoverage,
];
