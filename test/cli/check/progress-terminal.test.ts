import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTerminal } from '../../support/terminal.ts';
import { pinnedNode, runToEnd } from '../start-program.ts';

const hasScript = process.platform === 'linux' && existsSync('/usr/bin/script');

/** Runs the program with a real terminal of the system as all its streams. */
async function showAndEnd(end: string): Promise<string> {
  const command = `stty cols 40; NO_COLOR=1 '${pinnedNode}' test/cli/check/programs/show-progress.ts ${end}`;
  return (await runToEnd(['script', '-qec', command, '/dev/null'])).stdout;
}

// Only the script of util-linux can start a command this way.
describe.skipIf(!hasScript)('progress on a real terminal', () => {
  it.each([
    ['stop', ['before', 'after']],
    ['abort', ['before', 'after']],
    ['exit', ['before']],
    ['told-bug', ['before', 'told: a bug']],
  ])('is gone after %s', async (end, rows) => {
    const said = await showAndEnd(end);
    // The picture was there, more than once.
    expect(said.split('ruff  0.1 s').length).toBeGreaterThan(2);
    const terminal = createTerminal(40);
    terminal.write(said);
    expect(terminal.rows()).toEqual(rows);
    expect(terminal.cursorShown()).toBe(true);
  });

  it('is gone after a bug, but for what the bug says', async () => {
    const terminal = createTerminal(40);
    terminal.write(await showAndEnd('bug'));
    expect(terminal.rows().join('\n')).toContain('Error: a bug');
    expect(terminal.cursorShown()).toBe(true);
  });
});
