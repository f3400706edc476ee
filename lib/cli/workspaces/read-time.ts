import { parseDuration } from '#config/duration.ts';

const written = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?Z?)?$/;

/** Reads a time as our own tables write it, in UTC, or how long ago it was; undefined: it is neither. */
export function readTime(text: string, now: number): number | undefined {
  const ago = parseDuration(text);
  if (ago !== undefined) return now - ago;
  const [, day, minute = '00:00', second = ':00'] = written.exec(text) ?? [];
  const at = day === undefined ? NaN : Date.parse(`${day}T${minute}${second}Z`);
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(String(day))) return undefined;
  // Tables leave out the rest of the second, which may hold a decision.
  return at + 999;
}
