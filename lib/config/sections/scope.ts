import * as z from 'zod';
import { globs, pathInRepositorySchema, repositoryPaths } from '../repository-paths.ts';
import { choice } from '../values.ts';
import { stateFolder } from '../own-files.ts';

export const scope = z
  .strictObject({
    paths: repositoryPaths()
      .default(['.'])
      .describe('Where engines look; without a setting, each as its tool is configured.'),
    exclude: globs().default([]).describe('What engines leave out.'),
  })
  .prefault({})
  .describe('The part of the repository that engines work on.');

export const baseline = z
  .strictObject({
    source: choice(['auto', 'committed', 'recorded', 'none'])
      .default('auto')
      .describe('Which findings are tolerated: those in a file, those of the merge base, or none.'),
    path: pathInRepositorySchema()
      .default(`${stateFolder}/baseline`)
      .describe('Where a committed baseline stands.'),
  })
  .prefault({})
  .describe('Findings that were there before and are tolerated.');
