import { biome } from './biome/engine.ts';
import type { Engine } from './contract.ts';
import { eslint } from './eslint/engine.ts';
import { oxlint } from './oxlint/engine.ts';
import { pylint } from './pylint/engine.ts';
import { ruff } from './ruff/engine.ts';
import { tombi } from './tombi/engine.ts';

/** Every engine that comes with Ratchetr. */
export const engines: readonly Engine[] = [biome, eslint, oxlint, pylint, ruff, tombi];
