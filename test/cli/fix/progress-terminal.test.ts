import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTerminal } from '../../support/terminal.ts';
import { pinnedNode, runToEnd } from '../start-program.ts';

const hasScript = process.platform === 'linux' && existsSync('/usr/bin/script');

/** Runs the program with a real terminal of the system as all its streams. */
async function showAndEnd(end: string): Promise<string> {
  const command = `stty cols 50; NO_COLOR=1 '${pinnedNode}' test/cli/fix/programs/show-session.ts ${end}`;
  return (await runToEnd(['script', '-qec', command, '/dev/null'])).stdout;
}

// Only the script of util-linux can start a command this way.
describe.skipIf(!hasScript)('a session on a real terminal', () => {
  it.each([
    ['stop', ['before', 'after']],
    ['abort', ['before', 'after']],
    ['exit', ['before']],
    ['told-bug', ['before', 'told: a bug']],
  ])('is gone after %s', async (end, rows) => {
    const said = await showAndEnd(end);
    // The picture was there.
    expect(said).toContain('agent  0.0 s');
    const terminal = createTerminal(50);
    terminal.write(said);
    expect(terminal.rows()).toEqual(rows);
    expect(terminal.cursorShown()).toBe(true);
  });

  it('is gone after a bug, but for what the bug says', async () => {
    const terminal = createTerminal(50);
    terminal.write(await showAndEnd('bug'));
    expect(terminal.rows().join('\n')).toContain('Error: a bug');
    expect(terminal.cursorShown()).toBe(true);
  });
});
