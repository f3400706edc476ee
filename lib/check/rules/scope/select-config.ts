import type { ConfigChoice } from '#model/engine-plan.ts';

export interface ConfigSources {
  readonly commandLine?: string | undefined;
  readonly environment?: string | undefined;
  readonly config?: string | undefined;
}

/** Chooses the file a tool is configured by; the mode has no say, and the file is never read. */
export function selectConfig({ commandLine, environment, config }: ConfigSources): ConfigChoice {
  if (commandLine !== undefined) return { path: commandLine, source: 'command-line' };
  if (environment !== undefined) return { path: environment, source: 'environment' };
  if (config !== undefined) return { path: config, source: 'config' };
  return { path: null, source: 'discovery' };
}
