/** The file of the settings where none is named. */
export const settingsFile = 'ratchetr.yaml';

/** The folder at the top of a repository, or of a control plane, in which Ratchetr keeps what it knows. */
export const stateFolder = '.ratchetr';

/** The file in it that holds runs, workspaces and messages, from the same top. */
export const stateFile = `${stateFolder}/state.db`;
