import { stateFolder } from '#model/own-files.ts';

/** Folders that are never part of the project itself: what tools install, or build and keep for themselves. */
export const keptByTools: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.mypy_cache',
  '.nox',
  '.pytest_cache',
  '.ruff_cache',
  '.tox',
  '__pycache__',
  'node_modules',
  stateFolder,
]);
