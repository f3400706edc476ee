// Plain JavaScript, because what runs before the cache is on cannot come from it.
import { accessSync, constants } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOCALES = '../locales/index.js';

const project = dirname(fileURLToPath(new URL('../../package.json', import.meta.url)));

/** Lets this process take code that was compiled before, and load no more of it than it needs. */
export function useCompiledCode() {
  const folder = findCacheFolder();
  // The oldest Node that the package runs on has neither, and what is bundled has no locales.
  if (folder !== undefined) module.enableCompileCache?.(folder);
  module.registerHooks?.({ resolve: withoutLocales });
}

/** A user who may write beside the code may change the code itself, so a cache there gives no more power. */
function findCacheFolder() {
  if (isWritable(() => project)) return join(project, '.cache', 'compiled');
  return isWritable(homedir) ? join(homedir(), '.cache', 'ratchetr', 'compiled') : undefined;
}

function isWritable(findFolder) {
  try {
    accessSync(findFolder(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Zod has its messages in sixty languages, a file each: a third of all that a small command would load. */
function withoutLocales(specifier, context, next) {
  const unused = specifier === LOCALES && context.parentURL?.includes('/zod/');
  return next(unused ? '../locales/en.js' : specifier, context);
}
