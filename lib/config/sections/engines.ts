import * as z from 'zod';
import { relativePath, repositoryPaths } from '../repository-paths.ts';
import {
  anyJson,
  duration,
  trueOrFalse,
  mapOf,
  textMatching,
  pluginId,
  nonEmpty,
  variableName,
  word,
  argumentList,
} from '../values.ts';

/** No field has a default here: what is absent stays open for a profile, then for the engine itself. */
const engineSettings = z.strictObject({
  from: textMatching(pluginId)
    .optional()
    .describe('Built-in engine that this one is made from; what is no built-in engine needs it.'),
  enabled: trueOrFalse()
    .optional()
    .describe('Whether the engine runs; when absent it runs where it recognises the repository.'),
  paths: repositoryPaths()
    .optional()
    .describe('Scope of this engine alone, in place of scope.paths.'),
  args: argumentList().optional().describe('Further arguments for the tool.'),
  config: relativePath()
    .optional()
    .describe("Path of the tool's own configuration, in place of its discovery."),
  env: mapOf(variableName, word('a value'))
    .optional()
    .describe('Environment values that are set for the tool.'),
  profile: nonEmpty('the name of a profile of the tool')
    .optional()
    .describe('Profile of the tool itself, where it has profiles.'),
  timeout: duration()
    .optional()
    .describe('Longest run of this engine, in place of timeouts.engine.'),
  options: anyJson().optional().describe('Options that only this engine understands.'),
});

export const engines = mapOf(pluginId, engineSettings)
  .prefault({})
  .describe('Settings per engine, by engine id.');

export const profileInUse = nonEmpty('the name of a profile')
  .optional()
  .describe('Name of the entry of profiles that applies on top of engines.');

export const profiles = mapOf(
  { pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/, meaning: 'a name of letters, digits and . _ -' },
  z.strictObject({
    engines: engines.describe('Settings per engine that replace those of the same name.'),
  }),
)
  .prefault({})
  .describe('Named sets of engine settings, of which one can be in use.');
