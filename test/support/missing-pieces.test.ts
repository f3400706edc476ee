import { expect, it } from 'vitest';
import { missingPieces, type Piece } from './missing-pieces.ts';

const page = (exempt: Piece['exempt']): Record<string, Piece> => ({
  'a page': {
    has: (id) => id === 'told',
    add: (id) => `There is no page on ${id}: write docs/${id}.md.`,
    exempt,
  },
});

it('what is missing and not exempt is told', () => {
  expect(missingPieces(['told', 'plain'], page({ plain: 'It is plain.' }))).toEqual([]);
  expect(missingPieces(['told', 'plain'], page({}))).toEqual([
    'There is no page on plain: write docs/plain.md.',
  ]);
});

it('an exemption of what is there, or of what does not exist, is told too', () => {
  expect(missingPieces(['told'], page({ told: 'It was late.', gone: 'It was odd.' }))).toEqual([
    'told is exempt from "a page" without need: take the exemption away.',
    'gone is exempt from "a page" without need: take the exemption away.',
  ]);
});
