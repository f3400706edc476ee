import { redactFields, redactText } from '#base/redact.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Log, LogFields } from '#base/needs/log.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];

export interface TextLogDeps {
  readonly clock: TimeSource;
  readonly output: { write(text: string): unknown };
}

/**
 * A log for people at a terminal: one line an entry, `time level message key=value`.
 * Stacks appear at level debug only.
 */
export function createTextLog(deps: TextLogDeps, options: { readonly level: Level }): Log {
  const shown = new Set(levels.slice(levels.indexOf(options.level)));
  const write = (level: Level, message: string, fields: LogFields = {}) => {
    if (!shown.has(level)) return;
    const head = [new Date(deps.clock.now()).toISOString(), level.padEnd(5), redactText(message)];
    const line = [...head, ...fieldTexts(fields, options.level === 'debug')].join(' ');
    deps.output.write(`${escapeControls(line)}\n`);
  };
  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
  };
}

function fieldTexts(fields: LogFields, withStacks: boolean): string[] {
  const present = Object.entries(redactFields(fields)).filter(([, value]) => value !== undefined);
  return present.map(([key, value]) => `${key}=${valueText(value, withStacks)}`);
}

function valueText(value: unknown, withStacks: boolean): string {
  const bare = typeof value === 'string' && /^[^\s"'=\\{}[\]]+$/.test(value);
  if (bare) return value;
  return JSON.stringify(value, (key, part) => (key === 'stack' && !withStacks ? undefined : part));
}

// Text from a repository must not move the cursor, recolour the screen or turn the line around.
function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
