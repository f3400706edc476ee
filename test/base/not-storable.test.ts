import { expect, test } from 'vitest';
import * as z from 'zod';
import { NotStorable, requireStorable } from '#base/not-storable.ts';

const schema = z.object({ name: z.string().min(1) });

test('gives back what can be read again', () => {
  expect(requireStorable('note', schema, { name: 'a' })).toStrictEqual({ name: 'a' });
});

test('names what cannot be stored, and why', () => {
  expect(storeEmpty).toThrow(NotStorable);
  expect(storeEmpty).toThrow(/^This note cannot be stored: .*name/s);
});

function storeEmpty() {
  return requireStorable('note', schema, { name: '' });
}
