import * as z from 'zod';
import type { ProgramAnswer, QuickCommand } from '#check/needs/processes.ts';

/** What goes to the process that asks: it has no environment of its own to choose from. */
export const askMessage = z.object({ id: z.int(), question: z.custom<QuickCommand>() });

/** What comes back from it. */
export const answerMessage = z.object({ id: z.int(), answer: z.custom<ProgramAnswer>() });
