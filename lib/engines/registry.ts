import { biome } from './biome/engine.ts';
import { command } from './command/engine.ts';
import type { Engine } from './contract.ts';
import { coverage } from './coverage/engine.ts';
import { eslint } from './eslint/engine.ts';
import { junit } from './junit/engine.ts';
import { mypy } from './mypy/engine.ts';
import { oxlint } from './oxlint/engine.ts';
import { pylint } from './pylint/engine.ts';
import { pyright } from './pyright/engine.ts';
import { pytest } from './pytest/engine.ts';
import { ruff } from './ruff/engine.ts';
import { ruffFormat } from './ruff-format/engine.ts';
import { sarif } from './sarif/engine.ts';
import { tombi } from './tombi/engine.ts';
import { tsc } from './tsc/engine.ts';
import { vitest } from './vitest/engine.ts';

/** Every engine that comes with Ratchetr. */
export const engines: readonly Engine[] = [
  biome,
  command,
  coverage,
  eslint,
  junit,
  mypy,
  oxlint,
  pylint,
  pyright,
  pytest,
  ruff,
  ruffFormat,
  sarif,
  tombi,
  tsc,
  vitest,
];
