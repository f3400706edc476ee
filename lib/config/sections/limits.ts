import * as z from 'zod';
import { anyAgentMasks } from '#agents/any-agent-masks.ts';
import { globs } from '../repository-paths.ts';
import { wholeNumber } from '../values.ts';
import { settingsFile, stateFolder } from '#model/own-files.ts';

/** What decides who may run what: a change to it is never an agent's to make. */
const PROTECTED_PATHS = [
  '.git/**',
  '**/.gitmodules',
  '**/.gitattributes',
  '.github/workflows/**',
  '.github/actions/**',
  '.github/CODEOWNERS',
  'CODEOWNERS',
  'docs/CODEOWNERS',
  settingsFile,
  `${stateFolder}/**`,
];

/** Files that steer agents, editors and package managers. */
const STEERING_FILES = [
  '.github/copilot-instructions.md',
  ...anyAgentMasks,
  '**/.windsurfrules',
  '**/.continue/**',
  '**/.vscode/**',
  '**/.idea/**',
  '**/.husky/**',
  '**/.npmrc',
  '**/.yarnrc*',
  '**/.pnpmfile.cjs',
  '**/bunfig.toml',
  '**/.ripgreprc',
];

const LOCK_FILES = [
  '**/package-lock.json',
  '**/npm-shrinkwrap.json',
  '**/yarn.lock',
  '**/pnpm-lock.yaml',
  '**/bun.lock',
  '**/bun.lockb',
  '**/poetry.lock',
  '**/uv.lock',
  '**/Pipfile.lock',
  '**/Cargo.lock',
  '**/go.sum',
  '**/Gemfile.lock',
  '**/composer.lock',
];

export const limits = z
  .strictObject({
    allowedPaths: globs().default(['**']).describe('Paths that a change may touch.'),
    readOnlyPaths: globs()
      .default(['.git/'])
      .describe('Paths that agents may read and a change may not touch.'),
    protectedPaths: globs()
      .default([...PROTECTED_PATHS, ...STEERING_FILES, ...LOCK_FILES])
      .describe('Paths whose change rejects the whole attempt; a list here replaces the default.'),
    executingPaths: globs()
      .default([])
      .describe(
        'Paths that execute elsewhere, such as workflows and hooks, whose change is pushed all the same; any other waits for a person.',
      ),
    maxFilesChanged: wholeNumber(1, 10_000)
      .default(20)
      .describe('Most files that one attempt may change.'),
    maxLinesChanged: wholeNumber(1, 1_000_000)
      .default(800)
      .describe('Most lines that one attempt may add and remove together.'),
    maxCopyMegabytes: wholeNumber(1, 1_000_000)
      .default(2048)
      .describe(
        'Most room that one attempt may take: its copy, and what its agent writes elsewhere.',
      ),
    forbidDeletePaths: globs()
      .default(['tests/**', 'test/**'])
      .describe('Paths where nothing may be deleted.'),
  })
  .prefault({})
  .describe('What a change may touch and how large it may be.');
