import type { Engine } from './contract.ts';
import { ruff } from './ruff/engine.ts';

/** Every engine that comes with Ratchetr. */
export const engines: readonly Engine[] = [ruff];
