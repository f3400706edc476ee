import type * as z from 'zod';

/** A valid value, and for places in it what may not stand there. */
export interface Sample<Value> {
  readonly valid: Value;
  /**
   * Bad values by the path of the place they are put into, for example `lease.fence`; the empty path
   * is the value itself. `undefined` takes the place out.
   */
  readonly refused: Readonly<Record<string, unknown>>;
}

/** At least one sample for every schema that a module exports. */
export type SamplesOf<Module> = {
  readonly [
    Name in keyof Module as Module[Name] extends z.ZodType ? Name : never
  ]: Module[Name] extends z.ZodType
    ? readonly [Sample<z.input<Module[Name]>>, ...Sample<z.input<Module[Name]>>[]]
    : never;
};
