import * as z from 'zod';
import { relativePath, repositoryPaths } from '../repository-paths.ts';
import {
  anyJson,
  choice,
  duration,
  handedOnName,
  listOf,
  trueOrFalse,
  mapOf,
  textMatching,
  engineSource,
  pluginId,
  nonEmpty,
  variableName,
  word,
  argumentList,
} from '../values.ts';
import { engineJudging } from './engine-judging.ts';

const rulePattern = {
  pattern: /^[^\s\0]+$/,
  meaning: 'the name of a rule, or a pattern such as import/*',
};

const level = choice(['blocker', 'high', 'medium', 'low']);

/** No field has a default here: what is absent stays open for a profile, then for the engine itself. */
const engineSettings = z.strictObject({
  from: textMatching(engineSource)
    .optional()
    .describe(
      'Built-in engine that this one is made from, or package: and the package that holds it; what is no built-in engine needs it.',
    ),
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
  pass: listOf(textMatching(handedOnName), 'a list of environment names, such as ["DATABASE_URL"]')
    .optional()
    .describe('Further environment values of the caller that the tool sees, by their names.'),
  profile: nonEmpty('the name of a profile of the tool')
    .optional()
    .describe('Profile of the tool itself, where it has profiles.'),
  timeout: duration()
    .optional()
    .describe('Longest run of this engine, in place of timeouts.engine.'),
  failOn: level
    .optional()
    .describe(
      'The least severity that fails a check; when absent, what makes the tool itself end as failed.',
    ),
  rules: mapOf(rulePattern, choice(['fail', 'note']))
    .optional()
    .describe(
      'Whether new findings of a rule fail a check or are only told, by its name or a pattern.',
    ),
  severity: mapOf(rulePattern, level)
    .optional()
    .describe('How grave findings of a rule are, by its name or a pattern.'),
  ...engineJudging,
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
