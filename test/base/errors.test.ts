import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCode, errorMessage } from '#base/errors.ts';

it('tells the code of what a system refused, and the message of whatever was thrown', () => {
  const thrown: unknown[] = [];
  try {
    readFileSync('/no such file');
  } catch (error) {
    thrown.push(error);
  }
  expect(thrown.map((error) => errorCode(error))).toEqual(['ENOENT']);
  expect(errorCode(new Error('plain'))).toBeUndefined();
  expect(errorCode(Object.assign(new Error('numbered'), { code: 7 }))).toBeUndefined();
  expect(errorCode({ code: 'ENOENT' })).toBeUndefined();
  expect(errorMessage(new TypeError('wrong'))).toBe('wrong');
  expect(errorMessage('a text')).toBe('a text');
});
