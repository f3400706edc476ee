/** What tools keep for their next run among the packages of Node. */
export const keptBesidePackages: ReadonlySet<string> = new Set([
  '.cache',
  '.tmp',
  '.vite',
  '.vite-temp',
  '.vitest',
]);
