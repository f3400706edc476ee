import { numbersOptions } from '#engines/numbers/options.ts';
import { mapOf, pluginId } from '../values.ts';

export const metrics = mapOf(pluginId, numbersOptions)
  .prefault({})
  .describe(
    'Commands that measure numbers of your own, which must not get worse; each is an engine of its name.',
  );
