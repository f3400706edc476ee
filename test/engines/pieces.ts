import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Piece } from '../support/missing-pieces.ts';
import { versionLines } from './conformance-samples.ts';
import { repairs } from './repairs.ts';

const reports = join(import.meta.dirname, '../fixtures/reports');

const anyTool = 'It reads what any tool writes, so there is no tool that is its own.';

const noPackage = 'No package client has it: what it writes was recorded by hand.';

/** What each engine comes with, so that its conformance is shown and not passed over. */
export const enginePieces: Readonly<Record<string, Piece>> = {
  'a version': {
    has: (id) => Object.hasOwn(versionLines, id),
    add: (id) =>
      `Nothing shows that the version of ${id} is read: add what it prints to versionLines in test/engines/conformance-samples.ts.`,
    exempt: {},
  },
  'recorded outputs': {
    has: (id) => existsSync(join(reports, id)) && readdirSync(join(reports, id)).length > 0,
    add: (id) =>
      `Nothing is kept of what ${id} writes: put outputs of real runs into test/fixtures/reports/${id}.`,
    exempt: {
      command: 'It reads lines in a form that the user describes.',
      numbers: 'It reads what a command of the user prints.',
    },
  },
  'tests of its parser': {
    has: (id) => existsSync(join(import.meta.dirname, id, 'report.test.ts')),
    add: (id) =>
      `Nothing tests how reports of ${id} are read: add test/engines/${id}/report.test.ts.`,
    exempt: {
      command: 'It has lines in place of a report: test/check/rules/outcome/unix-lines.test.ts.',
    },
  },
  'ends of the real tool': {
    has: (id) => existsSync(join(import.meta.dirname, id, 'real-exits.test.ts')),
    add: (id) =>
      `Nothing holds the exit catalog of ${id} against the tool: add test/engines/${id}/real-exits.test.ts, which shows all its rules and probes.`,
    exempt: {
      actionlint: noPackage,
      checkstyle: anyTool,
      command: anyTool,
      junit: anyTool,
      numbers: anyTool,
      rdjson: anyTool,
      sarif: anyTool,
      vitest: 'Its runs are in test/engines/vitest/runs.test.ts, with all that they say.',
    },
  },
  'a repair': {
    has: (id) => Object.hasOwn(repairs, id),
    add: (id) =>
      `Nothing shows that the check of a task of ${id} fails before a repair and passes after it: add one to test/engines/repairs.ts.`,
    exempt: {
      actionlint: noPackage,
      'pre-commit': 'What its hooks find names no file, so no file is the target of a task.',
      checkstyle: anyTool,
      rdjson: anyTool,
      biome: 'Its package is not installed here, only its program for one platform.',
      command: anyTool,
      coverage: 'What it asks of a repair is another thing: repairs.test.ts shows it by itself.',
      'jest-coverage': 'It finds only what a change adds, as coverage does.',
      'vitest-coverage': 'It finds only what a change adds, as coverage does.',
      junit: anyTool,
      numbers: anyTool,
      sarif: anyTool,
    },
  },
};
