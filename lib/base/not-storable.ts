import * as z from 'zod';

/** A value that no store keeps, for it could not be read again. Its sender is at fault, and another try changes nothing. */
export class NotStorable extends Error {
  override readonly name = 'NotStorable';
}

/** Refuses before it is written what could not be read again. */
export function requireStorable<Noun>(name: string, schema: z.ZodType<Noun>, value: Noun): Noun {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new NotStorable(`This ${name} cannot be stored: ${z.prettifyError(parsed.error)}`);
}
