import * as z from 'zod';
import { relativePath, globs, repositoryPaths } from '../repository-paths.ts';
import {
  choice,
  distinct,
  trueOrFalse,
  mapOf,
  textMatching,
  nonEmpty,
  pluginId,
  argumentList,
} from '../values.ts';
import { stateFolder } from '#model/own-files.ts';

export const check = z
  .strictObject({
    mode: choice(['current', 'target', 'both'])
      .default('both')
      .describe('What is judged: the paths of the command line, the whole scope, or both.'),
    engines: distinct(textMatching(pluginId), 'a list of engine ids, such as ["ruff"]')
      .default([])
      .describe('Only these engines run; empty: all that have something to do.'),
    engineConfig: mapOf(pluginId, relativePath())
      .default({})
      .describe('Path of the configuration of an engine, in place of engines.<name>.config.'),
    engineArgs: mapOf(pluginId, argumentList())
      .default({})
      .describe('Further arguments of an engine, in place of engines.<name>.args.'),
    base: nonEmpty('the name of a commit or branch')
      .optional()
      .describe('What findings are compared with; when absent HEAD.'),
    format: choice(['human', 'json', 'sarif', 'junit', 'markdown', 'html'])
      .default('human')
      .describe('How the report is written.'),
    output: nonEmpty('the path of a file')
      .optional()
      .describe('File for the report; when absent standard output.'),
    cache: trueOrFalse()
      .default(true)
      .describe('Whether results of an earlier check are used again.'),
    changed: trueOrFalse()
      .default(false)
      .describe(
        'Whether only what differs from the base is current; where no mode is set, nothing else is judged.',
      ),
  })
  .prefault({})
  .describe('How ratchetr check runs; its options say the same for one run.');

export const projects = repositoryPaths()
  .default([])
  .describe('Folders in which engines run; empty: those that are found to be projects.');

export const scope = z
  .strictObject({
    paths: repositoryPaths()
      .default(['.'])
      .describe('Where engines look; without a setting, each as its tool is configured.'),
    exclude: globs()
      .default([])
      .describe('Files and folders that engines leave out, and of which nothing is told.'),
  })
  .prefault({})
  .describe('The part of the repository that engines work on.');

export const baseline = z
  .strictObject({
    source: choice(['auto', 'committed', 'recorded', 'none'])
      .default('auto')
      .describe('Which findings are tolerated: those in a file, those of the merge base, or none.'),
    path: relativePath()
      .default(`${stateFolder}/baseline`)
      .describe('Where a committed baseline stands.'),
  })
  .prefault({})
  .describe('Findings that were there before and are tolerated.');
