import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { callServer, clientOf, method, rowNamed } from '#base/method.ts';

const methods = {
  findBook: method('find-book', {
    parameters: ['shelf', 'title'],
    request: z.object({ shelf: z.int(), title: z.string().exactOptional() }),
    response: z.string(),
  }),
  addBook: method('add-book', {
    request: z.object({ shelf: z.int(), titles: z.array(z.string()) }),
    response: z.literal('added'),
  }),
};

const book = { shelf: 1, titles: ['Emma'] };

/** A client, and what it has sent. */
function openClient() {
  const sent: unknown[] = [];
  const client = clientOf(methods, async ({ name, response }, request) => {
    sent.push([name, request]);
    return response.parse(name === 'add-book' ? 'added' : 'Emma');
  });
  return { client, sent };
}

describe('a client of methods', () => {
  it('sends what it was passed as members of the request', async () => {
    const { client, sent } = openClient();
    expect(await client.findBook(2, 'Emma')).toBe('Emma');
    expect(sent).toEqual([['find-book', { shelf: 2, title: 'Emma' }]]);
  });

  it('sends nothing of what it was not passed', async () => {
    const { client, sent } = openClient();
    await client.findBook(2);
    expect(sent).toStrictEqual([['find-book', { shelf: 2 }]]);
  });

  it('sends the request as it is where its members are not passed one by one', async () => {
    const { client, sent } = openClient();
    await client.addBook(book);
    expect(sent).toEqual([['add-book', book]]);
  });
});

describe('a server of methods', () => {
  const calls: unknown[] = [];
  const server = {
    findBook: async (...given: readonly unknown[]) => calls.push(given),
    addBook: async (...given: readonly unknown[]) => calls.push(given),
  };

  it.each([
    ['find-book', { title: 'Emma', shelf: 2 }, [2, 'Emma']],
    ['find-book', { shelf: 2 }, [2, undefined]],
    ['add-book', book, [book]],
  ])('is called for %s as its client was', async (name, request, passed) => {
    const row = rowNamed(methods, name);
    if (row !== undefined) await callServer(server, row, request);
    expect(calls.at(-1)).toEqual(passed);
  });

  it.each(['findBook', 'toString', '__proto__', ''])('knows no method by the name %j', (name) => {
    expect(rowNamed(methods, name)).toBeUndefined();
  });

  it('says so where it lacks what serves a method', async () => {
    const row = { key: 'lendBook', method: methods.addBook };
    await expect(callServer(server, row, book)).rejects.toThrow('Nothing here serves add-book');
  });
});
