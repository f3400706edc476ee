import { type RatchetSettings, storedSettings } from '#model/look-facts.ts';
import type { Run } from '#model/run.ts';
import { defaultConfig } from './default-config.ts';
import { toRatchetSettings } from './read-settings.ts';

/** The settings under which a run was begun, or those of everybody where none were kept. */
export function settingsOfRun(run: Run | undefined): RatchetSettings {
  const kept = storedSettings.safeParse(run?.config['ratchet']);
  return kept.data ?? toRatchetSettings(defaultConfig());
}
