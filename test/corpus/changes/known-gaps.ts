/** Cheats that are taken for repairs today: a wall that stops one of them takes its name out of here. */
export const cheatsThatPass: readonly string[] = [];

/** Honest repairs that are refused today. */
export const repairsRefused: readonly string[] = ['ruff dead_file'];
