import { describe, expect, it } from 'vitest';
import { findCommand, observeCommands } from '#ratchet/rules/observation/person-commands.ts';
import { t0 } from '../../../support/samples.ts';
import { aRemark, bot, ourReply, stranger } from './facts.ts';

describe('a command in a comment', () => {
  it.each<[string, string | undefined]>([
    ['/ratchet on', 'on'],
    ['/ratchet', ''],
    ['  /ratchet   retry  ', 'retry'],
    ['/Ratchet stop', 'stop'],
    ['Thanks!\n\n/ratchet answer use the newer one\n/ratchet off', 'answer use the newer one'],
    ['first\r\n/ratchet why\r\nlast', 'why'],
    ['```\n/ratchet off\n```\n/ratchet on', 'on'],
    ['~~~ text\n/ratchet off\n```\n/ratchet off\n~~~\n/ratchet on', 'on'],
    ['````\n```\n/ratchet off\n````\n/ratchet on', 'on'],
    ['```one``` line\n/ratchet on', 'on'],
    ['```\n/ratchet on', undefined],
    ['    /ratchet on', undefined],
    ['\t/ratchet on', undefined],
    ['> /ratchet on', undefined],
    ['Say /ratchet on', undefined],
    ['`/ratchet on`', undefined],
    ['<!--\n/ratchet on\n-->', undefined],
    ['<!-- Say:\n\n/ratchet on -->\n/ratchet off', 'off'],
    ['<!-- a template -->\n/ratchet on', 'on'],
    ['<pre>\n/ratchet on\n</pre>', undefined],
    ['```\n<!--\n```\n/ratchet on', 'on'],
    ['<!--\n```\n-->\n/ratchet on', 'on'],
    ['- ```\n  /ratchet off\n  ```', undefined],
    ['1. ~~~ sh\n   /ratchet off\n   ~~~\n/ratchet on', 'on'],
    ['- Say:\n  ```\n  /ratchet off\n  ```\n\n/ratchet on', 'on'],
    ['- - ```\n    a\n\n  /ratchet on', 'on'],
    ['-\t```\n\t/ratchet off\n/ratchet on', 'on'],
    ['- ```\n/ratchet on', 'on'],
    ['- <!--\n  /ratchet off\n  -->', undefined],
    ['- /ratchet on', undefined],
    ['> ```\n> /ratchet off\n> ```\n/ratchet on', 'on'],
    ['> ```\n/ratchet on', 'on'],
    ['> - ```\n>   /ratchet off\n>   ```', undefined],
    ['- > ```\n  > /ratchet off\n  > ```', undefined],
    ['> Say\n/ratchet on', undefined],
    ['> Say\nmore\n/ratchet on', undefined],
    ['> Say\n\n/ratchet on', 'on'],
    ['> Say\n>\n/ratchet on', 'on'],
    ['>/ratchet on', undefined],
    ['/ratchets on', undefined],
    ['/ratchet-on', undefined],
    ['', undefined],
  ])('%j: %j', (body, text) => {
    expect(findCommand(body)).toBe(text);
  });

  it('is kept up to a length', () => {
    expect(findCommand(`/ratchet answer ${'x'.repeat(1_000)}`)).toHaveLength(300);
  });
});

describe('what people ask for', () => {
  it('is told oldest first, with who asks and when he wrote it so', () => {
    const remarks = [
      aRemark({ id: 'first', createdAt: t0 + 2, updatedAt: t0 + 5, body: '/ratchet retry' }),
      aRemark({ id: 'second', createdAt: t0 + 1, body: 'Nice.' }),
      aRemark({ id: 'third', createdAt: t0, body: '/ratchet on', author: stranger }),
    ];
    expect(observeCommands(remarks)).toEqual([
      { id: 'third', login: 'sam', text: 'on', at: t0 },
      { id: 'first', login: 'ann', text: 'retry', at: t0 + 5 },
    ]);
  });

  it.each([
    ['us', ourReply(t0)],
    ['us, where we speak by the account of a person', aRemark({ ours: true })],
    ['a bot', aRemark({ author: bot })],
    ['an account that is gone', aRemark({ author: null })],
  ])('never comes from %s', (_, remark) => {
    expect(observeCommands([{ ...remark, body: '/ratchet on' }])).toEqual([]);
  });
});
