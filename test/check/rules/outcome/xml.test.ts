import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXml, type XmlEvent } from '#check/rules/outcome/xml.ts';

function read(text: string) {
  const events: XmlEvent[] = [];
  return { end: readXml(text, (event) => events.push(event)), events };
}

const textOf = (text: string): string =>
  read(text)
    .events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))
    .join('');

const attributeOf = (text: string, name: string): string | undefined =>
  read(text)
    .events.flatMap((event) => (event.kind === 'open' ? [event.attributes.get(name)] : []))
    .at(0);

describe('a document', () => {
  it('is told in its order, with what is around each element', () => {
    const text = '\u{FEFF}<?xml version="1.0"?>\n<!-- <x> --><a k="1" l=\'"\'><b/>hi</a >\n';
    expect(read(text)).toEqual({
      end: 'complete',
      events: [
        {
          kind: 'open',
          name: 'a',
          attributes: new Map([
            ['k', '1'],
            ['l', '"'],
          ]),
          parent: null,
        },
        { kind: 'open', name: 'b', attributes: new Map(), parent: 'a' },
        { kind: 'close', name: 'b' },
        { kind: 'text', text: 'hi' },
        { kind: 'close', name: 'a' },
      ],
    });
  });

  it.each([
    ['&lt;&gt;&amp;&quot;&apos;', `<>&"'`],
    ['&#65;&#x1F600;&#10;', 'A\u{1F600}\n'],
    ['&amp;lt;', '&lt;'],
  ])('means by %s what it names', (raw, meant) => {
    expect(textOf(`<a>${raw}</a>`)).toBe(meant);
    expect(attributeOf(`<a k="${raw}"/>`, 'k')).toBe(meant);
  });

  it('has character data as it stands', () => {
    expect(textOf('<a>1<![CDATA[<b>&amp;]] >]]>2</a>')).toBe('1<b>&amp;]] >2');
  });
});

describe('what is refused', () => {
  it.each([
    '<!DOCTYPE a><a/>',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<a><!ENTITY x "y"></a>',
    '<a>&x;</a>',
    '<a>&</a>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
    '<a>&#x110000;</a>',
    '<a k="&nbsp;"/>',
    '<a k="<"/>',
    '<a k="1" k="2"/>',
    '<a k=1/>',
    '<a k></a>',
    '<a k="1"l="2"/>',
    '<a></b>',
    '<a><b></a></b>',
    '<a/><b/>',
    '<a/>text',
    'text<a/>',
    '< a/>',
    '<1/>',
    '</a>',
    '<![CDATA[x]]><a/>',
  ])('%s', (text) => {
    expect(read(text).end).toBe('malformed');
  });
});

describe('a document that was cut', () => {
  const whole =
    '<?xml version="1.0"?><!-- c --><a k="v &amp; w" l = \'2\'><b><![CDATA[x]]>t &lt; u</b><c /></a>';

  it.each(Array.from({ length: whole.length - 1 }, (_, index) => whole.slice(0, index + 1)))(
    'is never complete: %s',
    (cut) => {
      expect(read(cut).end).toBe('truncated');
    },
  );

  it('is complete with its last character', () => {
    expect(read(whole).end).toBe('complete');
  });
});

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

describe('any text', () => {
  it('can be read, and what is escaped comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.string(), (text, junk) => {
        expect(attributeOf(`<a k="${escaped(text)}"/>`, 'k')).toBe(text);
        expect(textOf(`<a>${escaped(text)}</a>`)).toBe(text);
        expect(['complete', 'truncated', 'malformed']).toContain(read(junk).end);
      }),
    );
  });

  it('may be as deep as it likes', () => {
    const depth = 200_000;
    expect(readXml('<a>'.repeat(depth) + '</a>'.repeat(depth), () => {})).toBe('complete');
  });

  it.each(['<a ', '&', '<', '<![CDATA[', '<a k="', '=', '&#', '<!--', ' '])(
    'is looked at once, also if it repeats %j',
    (piece) => {
      expect(readXml(`<a>${piece.repeat(300_000)}`, () => {})).not.toBe('complete');
    },
  );
});
