import { Logger } from '@aws-lambda-powertools/logger';
import { redactFields, redactText } from '#base/redact.ts';
import type { Log, LogFields } from '#base/needs/log.ts';

export interface PowertoolsLogOptions {
  readonly service: string;
  readonly level: Level;
}

const levels = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];

/** A log for CloudWatch: one line of JSON an entry. */
export function createPowertoolsLog(options: PowertoolsLogOptions): Log {
  const logger = new Logger({ serviceName: options.service, logLevel: options.level });
  const at = (level: Level) => (message: string, fields?: LogFields) => {
    if (!isAtLeast(level, options.level)) return;
    logger[level](redactText(message), recordFields({ ...fields }));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** In a function Powertools go by the level of its log alone, and metrics pass through the same log: so that one stays low. */
function isAtLeast(level: Level, least: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(least);
}

// Powertools drops fields that bear the names of its own.
const ownNames = new Set(['level', 'message', 'sampling_rate', 'service', 'timestamp']);

function recordFields(fields: LogFields): Record<string, unknown> {
  const renamed = Object.entries(redactFields(fields)).map(
    ([name, value]) => [ownNames.has(name) ? `field_${name}` : name, value] as const,
  );
  return Object.fromEntries(renamed);
}
