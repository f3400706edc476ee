import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSessionProgress } from '../../../lib/cli/fix/progress.ts';
import { anAttemptResult } from '../../support/samples.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createTerminal } from '../../support/terminal.ts';
import { anOutcome, aPlan } from '../check/runs.ts';
import { accepted, anAttemptAt, rejected } from './attempts.ts';

const ruff = aPlan('ruff');
const cart = anAttemptAt('cart');
const tax = anAttemptAt('tax');

describe('a session that is piped', () => {
  it('is a line for each event', () => {
    const { progress, text } = piped();
    const engines = progress.collecting('start');
    engines?.planned([ruff]);
    engines?.started(ruff);
    engines?.finished(ruff, anOutcome(ruff, { findings: 3 }));
    progress.collected('start', { findings: 3, toRepair: 2 });
    progress.planned([cart.task, tax.task]);
    progress.attempt(cart, 'copying');
    progress.attempt(cart, 'agent');
    progress.ended(cart, accepted(0.25));
    progress.ended(tax, rejected(0.5));
    progress.ended(tax, anAttemptResult({ outcome: 'failed', reason: 'it hung\nfor ever' }));
    progress.ended(tax, anAttemptResult({ outcome: 'blocked', reason: 'Which tax?' }));
    expect(text().split('\n')).toEqual([
      'start: running the engines',
      'ruff: started',
      'ruff: 3 findings in 0.4 s',
      'start: 3 findings, 2 to repair',
      '2 tasks planned',
      'Repair cart (attempt 1, codex): copying',
      'Repair cart (attempt 1, codex): agent',
      'Repair cart (attempt 1, codex): accepted, $0.2500',
      'Repair tax (attempt 1, codex): rejected, TOO_MANY_LINES, $0.5000',
      'Repair tax (attempt 1, codex): failed: it hung for ever',
      'Repair tax (attempt 1, codex): needs a person: Which tax?',
      '',
    ]);
  });

  it('says nothing after a stop or an interruption, the engines neither', () => {
    for (const end of ['stop', 'interrupt'] as const) {
      const shown = piped();
      const engines = shown.progress.collecting('start');
      const before = shown.text();
      shown[end]();
      engines?.started(ruff);
      shown.progress.attempt(cart, 'agent');
      expect(shown.text()).toBe(before);
    }
  });

  it('shows neither a secret nor what steers a terminal', () => {
    const { progress, text } = piped();
    const secret = `ghp_${'a'.repeat(36)}`;
    const title = `\u{1B}[2J${secret}\nnext`;
    progress.attempt({ ...cart, agent: '\u{1B}[1m', task: { ...cart.task, title } }, 'agent');
    progress.ended(
      cart,
      anAttemptResult({ outcome: 'failed', reason: `\u{1B}]0;x\u{7}${secret}` }),
    );
    expect(text()).not.toMatch(/[^\P{Cc}\n]/u);
    expect(text()).not.toContain(secret);
    expect(text().split('\n')).toHaveLength(3);
  });

  it('is what a dumb terminal gets too', () => {
    const terminal = createTerminal();
    shownOn(terminal, { TERM: 'dumb' }).progress.planned([cart.task]);
    expect(terminal.rows()).toEqual(['1 task planned']);
  });
});

describe('a session on a terminal', () => {
  it('shows attempts with their stage and time, and all tasks in one line, and leaves nothing', () => {
    const { terminal, progress, tick } = onTerminal();
    terminal.write('$ ratchetr fix\n');
    progress.planned([cart, tax, anAttemptAt('old')].map(({ task }) => task));
    progress.attempt(cart, 'copying');
    tick(1_500);
    progress.attempt(cart, 'agent');
    progress.attempt(tax, 'validating');
    tick(1_000);
    expect(terminal.rows()).toEqual([
      '$ ratchetr fix',
      'Repair cart  attempt 1  codex  agent       2.5 s',
      'Repair tax   attempt 1  codex  validating  1.0 s',
      '3 tasks: 2 running, 1 queued; $0.00',
    ]);
    expect(terminal.cursorShown()).toBe(false);
    progress.ended(cart, accepted(0.25));
    progress.ended(tax, rejected(0.5));
    expect(terminal.rows().slice(1)).toEqual(['3 tasks: 1 done, 1 queued, 1 failed; $0.7500']);
    progress.attempt({ ...tax, attemptNo: 2 }, 'agent');
    expect(terminal.rows().slice(1)).toEqual([
      'Repair tax  attempt 2  codex  agent  0.0 s  $0.5000',
      '3 tasks: 1 done, 1 running, 1 queued; $0.7500',
    ]);
    progress.stop();
    progress.stop();
    terminal.write('the report\n');
    expect(terminal.rows()).toEqual(['$ ratchetr fix', 'the report']);
    expect(terminal.cursorShown()).toBe(true);
  });

  it('shows the engines beside the attempts for as long as they run', () => {
    const { terminal, progress } = onTerminal();
    progress.planned([cart.task]);
    progress.attempt(cart, 'agent');
    const engines = progress.collecting('checkpoint-1');
    engines?.planned([ruff]);
    engines?.started(ruff);
    expect(terminal.rows()).toEqual([
      'Repair cart  attempt 1  codex  agent  0.0 s',
      'engines, checkpoint-1',
      '  ruff  0.0 s',
      '  0 of 1 done',
      '1 task: 1 running; $0.00',
    ]);
  });

  it('counts what is to be repaired once all engines have run', () => {
    const { terminal, progress, tick } = onTerminal();
    const engines = progress.collecting('start');
    engines?.planned([ruff]);
    engines?.started(ruff);
    tick(300);
    expect(terminal.rows()).toEqual(['engines, start', '  ruff  0.3 s', '  0 of 1 done', '$0.00']);
    engines?.finished(ruff, anOutcome(ruff, { findings: 7 }));
    progress.collected('start', { findings: 7, toRepair: 4 });
    expect(terminal.rows()).toEqual(['4 findings to repair; $0.00']);
  });

  it('keeps what others write meanwhile above the picture', () => {
    const { terminal, progress, tick } = onTerminal();
    progress.output.write('warn: early\n');
    progress.planned([cart.task]);
    progress.output.write('warn: one\n');
    tick(100);
    expect(terminal.rows()).toEqual(['warn: early', 'warn: one', '1 task: 1 queued; $0.00']);
  });

  it('fits in narrow and in short terminals', () => {
    const { terminal, progress } = onTerminal(20);
    const many = Array.from({ length: 30 }, (_, n) => anAttemptAt(`a-long-name-${n}`));
    progress.planned(many.map(({ task }) => task));
    for (const one of many) progress.attempt(one, 'agent');
    const rows = terminal.rows();
    expect(rows).toHaveLength(14);
    expect(Math.max(...rows.map((row) => row.length))).toBe(19);
    expect(rows.at(-2)).toBe('and 18 more');
  });

  it('is gone at an interruption and does not come back', () => {
    const { terminal, progress, interrupt, tick } = onTerminal();
    progress.planned([cart.task]);
    progress.attempt(cart, 'agent');
    interrupt();
    terminal.write('Stopping.\n');
    tick(300);
    progress.ended(cart, accepted());
    progress.collecting('final')?.planned([ruff]);
    progress.stop();
    expect(terminal.rows()).toEqual(['Stopping.']);
    expect(terminal.cursorShown()).toBe(true);
  });

  it('lets no title steer the terminal', () => {
    const { terminal, progress } = onTerminal(60);
    progress.attempt({ ...cart, task: { ...cart.task, title: 'a\u{1B}[2J\nb' } }, 'agent');
    expect(terminal.rows()[0]).toBe('a b  attempt 1  codex  agent  0.0 s');
  });

  it('leaves no listener behind', () => {
    const before = process.listenerCount('exit');
    const { progress } = onTerminal();
    progress.planned([cart.task]);
    expect(process.listenerCount('exit')).toBe(before + 1);
    progress.stop();
    expect(process.listenerCount('exit')).toBe(before);
  });
});

function piped() {
  let text = '';
  return { ...shownOn({ write: (more) => void (text += more) }), text: () => text };
}

function onTerminal(columns = 80) {
  const terminal = createTerminal(columns);
  return { ...shownOn(terminal), terminal };
}

function shownOn(
  output: { readonly isTTY?: boolean; readonly columns?: number; write(text: string): void },
  env = {},
) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = createManualClock();
  const controller = new AbortController();
  const progress = createSessionProgress({ output, clock, env, signal: controller.signal });
  onTestFinished(() => progress.stop());
  return {
    progress,
    stop: () => progress.stop(),
    interrupt: () => controller.abort(),
    tick: (milliseconds: number) => {
      clock.advance(milliseconds);
      vi.advanceTimersByTime(milliseconds);
    },
  };
}
