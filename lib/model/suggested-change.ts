import * as z from 'zod';

/** A change that a person may want, and that is not ours to make. */
export const suggestedChange = z.object({
  tool: z.string().describe('The engine that it would silence.'),
  path: z.string().min(1).describe('The file.'),
  line: z.int().positive().describe('The first of its lines that would change, from 1.'),
  before: z.string().describe('These lines as they are.'),
  after: z.string().describe('These lines as they would be.'),
});
export type SuggestedChange = z.infer<typeof suggestedChange>;
