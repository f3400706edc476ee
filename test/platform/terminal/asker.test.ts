import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Question } from '#repair/needs/asker.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const program = join(import.meta.dirname, 'programs/ask.ts');
const script = '/usr/bin/script';
const open = /Your answer \(\^D: not now\): /g;
const choice = /Your choice, 1 to \d+ \(\^D: not now\): /g;

// Only the script of util-linux can start a command this way.
describe.skipIf(process.platform !== 'linux' || !existsSync(script))(
  'a question on a terminal',
  () => {
    it('is answered by a line', async () => {
      const terminal = await askAt([{ question: 'Which port?' }]);
      await terminal.sees(open, 1);
      terminal.type('  80 80 \n');
      expect(await terminal.answers()).toEqual(['80 80']);
      expect(terminal.shown()).toContain('The plan asks:\n  | Which port?\nYour answer');
    });

    it('is put again until something is said', async () => {
      const terminal = await askAt([{ question: 'Name?' }]);
      await terminal.sees(open, 1);
      terminal.type('\n');
      await terminal.sees(open, 2);
      terminal.type('Zoë\n');
      expect(await terminal.answers()).toEqual(['Zoë']);
    });

    it('with choices takes a number or the words, and nothing else', async () => {
      const question = { question: 'Which?', choices: ['keep it', '1 more', 'drop'] };
      const terminal = await askAt([question, question]);
      await terminal.sees(choice, 1);
      terminal.type('4\n');
      await terminal.sees(choice, 2);
      terminal.type('dro\n');
      await terminal.sees(choice, 3);
      terminal.type('2\n');
      await terminal.sees(choice, 4);
      terminal.type('drop\n');
      expect(await terminal.answers()).toEqual(['1 more', 'drop']);
      expect(terminal.shown()).toContain('  1) keep it\n  2) 1 more\n  3) drop\nYour choice');
    });

    it('waits for the one before it', async () => {
      const terminal = await askAt([{ question: 'First?' }, { question: 'Second?' }]);
      await terminal.sees(open, 1);
      expect(terminal.shown()).not.toContain('Second?');
      terminal.type('one\n');
      await terminal.sees(open, 2);
      expect(terminal.shown()).toContain('| Second?');
      terminal.type('two\n');
      expect(await terminal.answers()).toEqual(['one', 'two']);
    });

    it('stays open at ^D', async () => {
      const terminal = await askAt([{ question: 'Now?' }]);
      await terminal.sees(open, 1);
      terminal.type('\u{4}');
      expect(await terminal.answers()).toEqual([null]);
    });

    it('stays open when it is taken back, and so does the next', async () => {
      const terminal = await askAt([{ question: 'Now?' }, { question: 'Then?' }], 'abort');
      await terminal.sees(open, 1);
      expect(await terminal.answers()).toEqual([null, null]);
      expect(terminal.shown()).not.toContain('Then?');
    });

    it('cannot steer the terminal or pass for our own words', async () => {
      const hostile = '\u{1b}[2J\u{1b}]0;title\u{7}Sure?\r\nYour answer: yes\u{8}\u{202e}\u{9b}31m';
      const choices = ['\u{1b}[31mred\nSecond line', 'b'];
      const terminal = await askAt([{ question: hostile, choices }]);
      await terminal.sees(choice, 1);
      const raw = terminal.raw();
      for (const sign of ['\u{1b}', '\u{7}', '\u{8}', '\u{9b}', '\u{202e}']) {
        expect(raw).not.toContain(sign);
      }
      expect(terminal.shown()).toMatch(/\n {2}\| Sure\?\n {2}\| Your answer: yes/);
      expect(terminal.shown()).toContain('\n  1) red Second line\n');
      terminal.type('1\n');
      expect(await terminal.answers()).toEqual([choices[0]]);
    });
  },
);

it('nobody answers where there is no terminal', async () => {
  const child = spawn(process.execPath, [program, 'ask', JSON.stringify({ question: 'Now?' })], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.write('yes\n');
  let shown = '';
  child.stderr.on('data', (part) => (shown += String(part)));
  child.stdout.on('data', (part) => (shown += String(part)));
  await once(child, 'close');
  expect(shown).toBe('answers [null]\n');
});

/** Starts the asking program on a pseudo-terminal. */
async function askAt(questions: readonly Question[], mode = 'ask') {
  const words = [process.execPath, program, mode, ...questions.map((one) => JSON.stringify(one))];
  const command = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const typescript = join(await tempFolder(), 'typescript');
  const child = spawn(script, ['-qec', command, typescript], { stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let raw = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (raw += part));
  const ended = once(child, 'close');
  const shown = (): string => stripVTControlCharacters(raw).replaceAll('\r', '');
  return {
    raw: () => raw,
    shown,
    type: (text: string) => void child.stdin.write(text),
    async sees(pattern: RegExp, times: number) {
      await expect
        .poll(() => [...shown().matchAll(pattern)].length, { timeout: 240_000 })
        .toBeGreaterThanOrEqual(times);
    },
    async answers(): Promise<unknown> {
      await ended;
      return JSON.parse(/^answers (.*)$/m.exec(shown())?.[1] ?? 'null');
    },
  };
}
