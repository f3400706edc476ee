/** Whether it is what a tool keeps for its next run in a folder of packages of Node, by its name there. */
export function isKeptBesidePackages(name: string): boolean {
  return /^\.(?:tmp$|vite|.*cache)/.test(name);
}
