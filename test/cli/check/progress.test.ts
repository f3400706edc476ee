import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCheckProgress } from '../../../lib/cli/check/progress.ts';
import type { ShownProgress } from '../../../lib/cli/check/shown-progress.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createTerminal } from '../../support/terminal.ts';
import { aFailure, anOutcome, aPlan } from './runs.ts';

const ruff = aPlan('ruff');
const mypy = aPlan('mypy');
const tsc = aPlan('tsc');

describe('progress that is piped', () => {
  it('is a line for each event', () => {
    const { progress, text } = piped();
    progress.planned([ruff, mypy, tsc]);
    progress.started(ruff);
    progress.finished(mypy, anOutcome(mypy, { origin: 'cached' }));
    progress.started(tsc);
    progress.finished(tsc, aFailure(tsc, 'CRASHED'));
    progress.finished(ruff, anOutcome(ruff, { findings: 3, durationMs: 1249 }));
    progress.output.write('warn: disk is slow\n');
    progress.stop();
    expect(text().split('\n')).toEqual([
      'ruff: started',
      'mypy: from the cache, 0 findings',
      'tsc: started',
      'tsc: failed, CRASHED',
      'ruff: 3 findings in 1.2 s',
      'warn: disk is slow',
      '',
    ]);
  });

  it('names root and mode where they tell runs apart', () => {
    const { progress, text } = piped();
    const plans = [
      aPlan('ruff', { mode: 'current' }),
      aPlan('ruff'),
      aPlan('ruff', { root: 'web' }),
    ];
    progress.planned(plans);
    for (const plan of plans) progress.started(plan);
    expect(text()).toBe('ruff (current): started\nruff (target): started\nruff in web: started\n');
  });

  it('says nothing after a stop or an interruption', () => {
    for (const end of ['stop', 'interrupt'] as const) {
      const shown = piped();
      shown.progress.planned([ruff]);
      shown[end]();
      shown.progress.finished(ruff, anOutcome(ruff));
      expect(shown.text()).toBe('');
    }
  });

  it('is what a dumb terminal gets too', () => {
    const terminal = createTerminal();
    const { progress } = shownOn(terminal, { TERM: 'dumb' });
    progress.planned([ruff]);
    progress.started(ruff);
    expect(terminal.rows()).toEqual(['ruff: started']);
  });
});

describe('progress on a terminal', () => {
  it('shows what runs, ticking, and what is done, and leaves nothing', () => {
    const { terminal, progress, tick } = onTerminal();
    terminal.write('$ ratchetr check\n');
    progress.planned([ruff, mypy, tsc]);
    expect(terminal.rows()).toEqual(['$ ratchetr check', '0 of 3 done']);
    progress.started(ruff);
    progress.started(mypy);
    tick(1500);
    progress.started(tsc);
    expect(terminal.cursorShown()).toBe(false);
    const running = [
      '$ ratchetr check',
      'ruff  1.5 s',
      'mypy  1.5 s',
      'tsc   0.0 s',
      '0 of 3 done',
    ];
    expect(terminal.rows()).toEqual(running);
    tick(200);
    progress.finished(mypy, anOutcome(mypy, { findings: 4 }));
    progress.finished(tsc, aFailure(tsc, 'CRASHED'));
    expect(terminal.rows()).toEqual([
      '$ ratchetr check',
      'ruff  1.7 s',
      '2 of 3 done, 4 findings: mypy 4, tsc failed',
    ]);
    progress.stop();
    progress.stop();
    terminal.write('the report\n');
    expect(terminal.rows()).toEqual(['$ ratchetr check', 'the report']);
    expect(terminal.cursorShown()).toBe(true);
  });

  it('keeps what others write meanwhile above the picture', () => {
    const { terminal, progress, tick } = onTerminal();
    progress.planned([ruff]);
    progress.output.write('warn: one\n');
    tick(100);
    progress.output.write('warn: two\n');
    expect(terminal.rows()).toEqual(['warn: one', 'warn: two', '0 of 1 done']);
    progress.stop();
    progress.output.write('warn: three\n');
    expect(terminal.rows()).toEqual(['warn: one', 'warn: two', 'warn: three']);
  });

  it('fits in narrow and in short terminals', () => {
    const { terminal, progress } = onTerminal(20);
    const plans = Array.from({ length: 30 }, (_, n) => aPlan(`engine-with-a-long-name-${n}`));
    progress.planned(plans);
    for (const plan of plans) progress.started(plan);
    const rows = terminal.rows();
    expect(rows.length).toBe(14);
    expect(Math.max(...rows.map((row) => row.length))).toBe(19);
    expect(rows.slice(-2)).toEqual(['and 18 more', '0 of 30 done']);
    progress.stop();
    expect(terminal.rows()).toEqual([]);
  });

  it('is gone at an interruption and does not come back', () => {
    const { terminal, progress, interrupt, tick } = onTerminal();
    progress.planned([ruff]);
    progress.started(ruff);
    interrupt();
    terminal.write('Stopping.\n');
    tick(300);
    progress.finished(ruff, anOutcome(ruff));
    progress.stop();
    expect(terminal.rows()).toEqual(['Stopping.']);
    expect(terminal.cursorShown()).toBe(true);
  });

  it('never begins when the interruption came first', () => {
    const { terminal, progress, interrupt } = onTerminal();
    interrupt();
    progress.planned([ruff]);
    progress.started(ruff);
    expect(terminal.rows()).toEqual([]);
  });

  it('leaves no listener behind', () => {
    const before = process.listenerCount('exit');
    const { progress } = onTerminal();
    progress.planned([ruff]);
    expect(process.listenerCount('exit')).toBe(before + 1);
    progress.stop();
    expect(process.listenerCount('exit')).toBe(before);
  });
});

interface Shown {
  readonly progress: ShownProgress;
  readonly stop: () => void;
  readonly interrupt: () => void;
  /** Moves the time, so that what is due is painted. */
  readonly tick: (milliseconds: number) => void;
}

function piped(): Shown & { readonly text: () => string } {
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
): Shown {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = createManualClock();
  const controller = new AbortController();
  const progress = createCheckProgress({ output, clock, env, signal: controller.signal });
  onTestFinished(() => progress.stop());
  return {
    progress,
    stop: () => progress.stop(),
    interrupt: () => controller.abort(),
    tick: (milliseconds) => {
      clock.advance(milliseconds);
      vi.advanceTimersByTime(milliseconds);
    },
  };
}
