import { expect, it } from 'vitest';
import * as z from 'zod';
import { modules } from './schema-table.ts';

const objects = Object.entries(modules).flatMap(([file, module]) =>
  Object.entries(module).flatMap(([name, value]) => {
    if (!(value instanceof z.ZodType)) return [];
    const place = `${file}: ${name}`;
    const properties = propertiesIn(z.toJSONSchema(value, { io: 'input' }), place);
    return properties.length > 0 ? [{ place, properties }] : [];
  }),
);

it('finds the objects of the model', () => {
  expect(objects.length).toBeGreaterThan(30);
});

it.each(objects)('$place says of every property in one line what it means', ({ properties }) => {
  const wordless = properties.filter(({ description }) => !/^\S.*\S$/.test(description));
  expect(wordless.map(({ place }) => place)).toEqual([]);
});

it('looks into every shape a schema can have', () => {
  const inner = z.object({ x: z.string() });
  const shapes = z.object({
    list: z.array(inner),
    either: z.union([inner, z.null()]),
    table: z.record(z.string(), inner),
    plain: inner.optional(),
  });
  const places = propertiesIn(z.toJSONSchema(shapes), '').map(({ place }) => place);
  expect(places).toEqual([
    '.list',
    '.list[].x',
    '.either',
    '.either.x',
    '.table',
    '.table.*.x',
    '.plain',
    '.plain.x',
  ]);
});

interface Property {
  readonly place: string;
  readonly description: string;
}

type Node = z.core.JSONSchema._JSONSchema;

function propertiesIn(node: Node | undefined, place: string): readonly Property[] {
  if (node === undefined || typeof node === 'boolean') return [];
  const own = Object.entries(node.properties ?? {}).flatMap(([name, property]) => [
    { place: `${place}.${name}`, description: descriptionOf(property) },
    ...propertiesIn(property, `${place}.${name}`),
  ]);
  const either = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  const items = Array.isArray(node.items) ? node.items : [node.items];
  return [
    ...own,
    ...either.flatMap((one) => propertiesIn(one, place)),
    ...items.flatMap((one) => propertiesIn(one, `${place}[]`)),
    ...propertiesIn(node.additionalProperties, `${place}.*`),
  ];
}

function descriptionOf(node: Node): string {
  return typeof node === 'boolean' ? '' : (node.description ?? '');
}
