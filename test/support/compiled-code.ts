import { resolve } from 'node:path';

/** Where Node keeps compiled code for all processes that tests start; each would compile its own anew, which takes longer than most of them do. */
export const compiledCode = resolve(import.meta.dirname, '../../.cache/node-compile-cache');

/** The environment of a process of Node that is started for a test. */
export function envOfNode(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_COMPILE_CACHE: compiledCode };
}
