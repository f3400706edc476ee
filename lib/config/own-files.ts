/** The file of the settings where none is named. */
export const settingsFile = 'ratchetr.yaml';
