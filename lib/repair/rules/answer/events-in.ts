import type * as z from 'zod';
import { eachLine } from '#base/lines.ts';
import { parseJson } from '#base/json.ts';
import { objectsIn } from './objects-in.ts';

interface Wanted<Event> {
  /** Their types; a line that names none of them is not looked at. */
  readonly types: readonly string[];
  readonly schema: z.ZodType<Event>;
}

/** The wanted events of a program that prints one JSON object per line; whatever else it prints is left out. */
export function eventsIn<Event>(text: string, { types, schema }: Wanted<Event>): readonly Event[] {
  const words = types.map((type) => JSON.stringify(type));
  const events: Event[] = [];
  for (const line of eachLine(text)) {
    if (!words.some((word) => line.includes(word))) continue;
    const event = eventOf(line.trim(), schema);
    if (event !== undefined) events.push(event);
  }
  return events;
}

function eventOf<Event>(line: string, schema: z.ZodType<Event>): Event | undefined {
  // A line that was cut, or that nests without end, is no object here.
  if (!line.startsWith('{') || objectsIn(line)[0] !== line) return undefined;
  return schema.safeParse(parseJson(line)).data;
}
