import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createRowMap, storedObject } from '#store/sqlite/row-map.ts';

const note = z.object({
  id: z.string().max(3),
  stars: z.int().optional(),
  tags: z.array(z.string()),
  facts: storedObject.optional(),
});
const notes = createRowMap('note', note, {
  id: 'note_id',
  stars: 'stars',
  tags: 'tags_json',
  facts: 'facts_json',
});

describe('createRowMap', () => {
  it('writes absent fields as NULL and leaves them out again', () => {
    const row = notes.toRow({ id: 'a', tags: ['x'] });
    expect(row).toEqual({ note_id: 'a', stars: null, tags_json: '["x"]', facts_json: null });
    expect(notes.fromRow(row)).toStrictEqual({ id: 'a', tags: ['x'] });
  });

  it('passes over columns of others', () => {
    const row = { note_id: 'a', stars: 5, tags_json: '[]', facts_json: '{"a":[]}', secret: 'x' };
    expect(notes.fromRow(row)).toStrictEqual({ id: 'a', stars: 5, tags: [], facts: { a: [] } });
  });

  it('refuses to write what could not be read again', () => {
    expect(() => notes.toRow({ id: 'long', tags: [] })).toThrow(
      /^This note cannot be stored: .*\n.*at id$/,
    );
  });

  it.each([
    ['another type', { stars: 'five' }, /at stars/],
    ['a lost column', { note_id: null }, /at id/],
    ['another shape', { tags_json: '{}' }, /at tags/],
    ['no object', { facts_json: '[]' }, /at facts/],
    ['broken JSON', { facts_json: '{"half' }, /SyntaxError/],
  ])('says which row does not hold what it should: %s', (_, damage, detail) => {
    const row = { id: 7, note_id: 'a', stars: null, tags_json: '[]', facts_json: null };
    const read = () => notes.fromRow({ ...row, ...damage });
    expect(read).toThrow('Row 7 does not hold a note any more');
    expect(read).toThrow(detail);
  });
});
