import type * as z from 'zod';

/** One thing that a worker may ask of the broker: what it says, and what it is told. */
export interface Verb<Asked extends z.ZodType = z.ZodType, Told extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly asked: Asked;
  readonly told: Told;
}

/** A verb as it stands in the path of a request. */
export function verb<Asked extends z.ZodType, Told extends z.ZodType>(
  name: string,
  { asked, told }: { readonly asked: Asked; readonly told: Told },
): Verb<Asked, Told> {
  return { name, asked, told };
}
