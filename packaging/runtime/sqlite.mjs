import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
let Connection;

/**
 * Stands in the package for that of `node:sqlite`: Node's own where it has all that we use (from 22.16 on), else the same
 * SQLite behind the same names, which comes with us. Nothing is loaded before a file is opened: most checks open none.
 */
export function DatabaseSync(...args) {
  Connection ??= ofNode() ?? broughtAlong();
  return new Connection(...args);
}

function ofNode() {
  const { emitWarning } = process;
  // Node 22 warns at its loading that it may change; what we use of it is told apart below.
  process.emitWarning = () => {};
  try {
    const { DatabaseSync: own } = load('node:sqlite');
    const probe = new own(':memory:');
    const isWhole = 'isTransaction' in probe && 'location' in probe;
    probe.close();
    return isWhole ? own : undefined;
  } catch (error) {
    if (error?.code === 'ERR_UNKNOWN_BUILTIN_MODULE') return undefined;
    throw error;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function broughtAlong() {
  try {
    return load('./sqlite/lib/index.cjs').DatabaseSync;
  } catch (error) {
    const { platform, arch, version } = process;
    throw new Error(
      `SQLite, in which state is kept, is not part of Node ${version.slice(1)}, and none comes along for ` +
        `${platform} on ${arch}. Use Node 24.`,
      { cause: error },
    );
  }
}
