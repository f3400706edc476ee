import * as z from 'zod';
import { NotStorable } from '#base/not-storable.ts';

/** Refuses before it is written what could not be read again. */
export function checked<Noun>(name: string, schema: z.ZodType<Noun>, value: Noun): Noun {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new NotStorable(`This ${name} cannot be stored: ${z.prettifyError(parsed.error)}`);
}
