import { type Config, configFile } from '#config/schema.ts';

/** What holds where nothing is configured. */
export function defaultConfig(): Config {
  return configFile.parse({});
}
