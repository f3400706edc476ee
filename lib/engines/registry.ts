import { biome } from './biome/engine.ts';
import type { Engine } from './contract.ts';
import { eslint } from './eslint/engine.ts';
import { mypy } from './mypy/engine.ts';
import { oxlint } from './oxlint/engine.ts';
import { pylint } from './pylint/engine.ts';
import { pyright } from './pyright/engine.ts';
import { ruff } from './ruff/engine.ts';
import { tombi } from './tombi/engine.ts';
import { tsc } from './tsc/engine.ts';

/** Every engine that comes with Ratchetr. */
export const engines: readonly Engine[] = [
  biome,
  eslint,
  mypy,
  oxlint,
  pylint,
  pyright,
  ruff,
  tombi,
  tsc,
];
