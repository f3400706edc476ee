import type * as z from 'zod';
import { artifact } from '#domain/model/artifact.ts';
import { event } from '#domain/model/event.ts';
import { configFile } from './schema.ts';

/** What is published as JSON Schema: what people write, and what travels between processes. Names are file names. */
export const schemas: Readonly<Record<string, z.ZodType>> = {
  ratchetr: configFile,
  artifact,
  event,
};
