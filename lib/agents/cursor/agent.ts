import type { ProgramAgent } from '../contract.ts';
import { masks } from './masks.ts';
import { isDone, readCursor } from './read.ts';
import { startCursor } from './start.ts';

export const cursor: ProgramAgent = {
  kind: 'program',
  id: 'cursor',
  title: 'Cursor',
  // The package cursor-agent of npm is another publisher's.
  programs: ['cursor-agent', 'agent'],
  versionArgs: ['--version'],
  versionPattern: /(\d[\w.-]*)/,
  needs: [
    {
      kind: 'program',
      name: 'cursor-agent',
      get: 'Install the Cursor CLI with the installer of cursor.com, so that cursor-agent is on the path.',
    },
    {
      kind: 'variable',
      name: 'CURSOR_API_KEY',
      get: 'Make a key in the Cursor dashboard and name CURSOR_API_KEY under agents.settings.cursor.env in ratchetr.yaml.',
    },
  ],
  provider: 'none',
  idleMs: 10 * 60_000,
  isDone,
  masks,
  start: startCursor,
  read: readCursor,
};
