import * as z from 'zod';

/** A resource that was made: what `Ref` gives, and `Fn::GetAtt` by its names. */
export interface Made {
  readonly ref: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** What stands outside of the template: its pseudo parameters, and its resources, each made when it is first asked for. */
export interface Surroundings {
  readonly parameters: Readonly<Record<string, string>>;
  readonly made: (id: string) => Promise<Made>;
}

const reference = z.strictObject({ Ref: z.string() });
const attribute = z.strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
const join = z.strictObject({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });
const select = z.strictObject({ 'Fn::Select': z.tuple([z.coerce.number(), z.unknown()]) });
const split = z.strictObject({ 'Fn::Split': z.tuple([z.string(), z.unknown()]) });
const substitute = z.strictObject({ 'Fn::Sub': z.string() });
const zones = z.strictObject({ 'Fn::GetAZs': z.unknown() });

/** Replaces the functions of CloudFormation in a value of the template by what they stand for. */
export async function resolved(around: Surroundings, value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => resolved(around, one)));
  if (typeof value !== 'object' || value === null) return value;
  const called = await resultOf(around, value);
  if (called !== undefined) return called;
  const entries = Object.entries(value).map(
    async ([key, inner]) => [key, await resolved(around, inner)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function resultOf(around: Surroundings, value: object): Promise<unknown> {
  const named = reference.safeParse(value).data?.Ref;
  if (named !== undefined) return around.parameters[named] ?? (await around.made(named)).ref;
  const asked = attribute.safeParse(value).data?.['Fn::GetAtt'];
  if (asked !== undefined) return attributeOf(around, ...asked);
  if (zones.safeParse(value).success) return ['a', 'b', 'c'].map((zone) => region(around) + zone);
  const joined = join.safeParse(value).data?.['Fn::Join'];
  if (joined !== undefined) return (await listOf(around, joined[1])).join(joined[0]);
  const selected = select.safeParse(value).data?.['Fn::Select'];
  if (selected !== undefined) return (await listOf(around, selected[1]))[selected[0]];
  const cut = split.safeParse(value).data?.['Fn::Split'];
  if (cut !== undefined) return String(await resolved(around, cut[1])).split(cut[0]);
  const filled = substitute.safeParse(value).data?.['Fn::Sub'];
  if (filled !== undefined) return fill(around, filled);
  const unknown = Object.keys(value).find((key) => key.startsWith('Fn::'));
  if (unknown === undefined) return undefined;
  throw new Error(`The emulated cloud does not know ${unknown}: teach it in intrinsics.ts.`);
}

async function attributeOf(around: Surroundings, id: string, name: string): Promise<string> {
  const found = (await around.made(id)).attributes?.[name];
  if (found !== undefined) return found;
  throw new Error(`The emulated cloud gives ${id} no attribute ${name}: teach it in resources.ts.`);
}

async function fill(around: Surroundings, text: string): Promise<string> {
  const parts = text
    .split(/\$\{([^}]+)\}/)
    .map(async (part, index) =>
      index % 2 === 0 ? part : String(await resultOf(around, { Ref: part })),
    );
  return (await Promise.all(parts)).join('');
}

async function listOf(around: Surroundings, value: unknown): Promise<readonly unknown[]> {
  const list = await resolved(around, value);
  return Array.isArray(list) ? list : [list];
}

function region({ parameters }: Surroundings): string {
  return parameters['AWS::Region'] ?? '';
}
