import type { ChangedExpectation } from '#model/test-evidence.ts';
import { codeText, outputText } from '#base/markdown-text.ts';
import { oneLine, plainText } from '#base/plain-text.ts';
import { counted } from '#base/words.ts';
import { html } from './html/parts.ts';
import { takeFitting } from './markdown/room.ts';

export const expectationsTitle = 'Tests that demand something else';
export const expectationsHint =
  'They pass by that alone. Whether it is right is for a person to say.';

/** Old and new for a terminal: below each other, with the marks of a diff. */
export function expectationLines(all: readonly ChangedExpectation[]): readonly string[] {
  return all.flatMap(({ test, before, after }) => [
    oneLine(test),
    ...markedLines('-', before),
    ...markedLines('+', after),
  ]);
}

function markedLines(mark: string, text: string): readonly string[] {
  if (text === '') return [];
  return plainText(text)
    .split('\n')
    .map((line) => `  ${mark} ${line.replaceAll('\t', '    ')}`);
}

const room = { most: 20, room: 9_000 };

/** The same for a comment, as blocks of its own. */
export function expectationMarkdown(all: readonly ChangedExpectation[]): readonly string[] {
  const blocks = all.map(({ test, before, after }) =>
    [
      codeText(test, 200),
      ...(before === '' ? [] : [`before:\n\n${outputText(before, mostShown)}`]),
      ...(after === '' ? [] : [`now:\n\n${outputText(after, mostShown)}`]),
    ].join('\n\n'),
  );
  const { shown, more } = takeFitting(blocks, room);
  return [...shown, ...(more > 0 ? [`and ${counted(more, 'more test')}`] : [])];
}

const mostShown = 1_500;

/** The same for a page: beside each other. */
export function expectationHtml(all: readonly ChangedExpectation[]): string {
  return all
    .map(({ test, before, after }) => {
      return `<h3><code>${html(test)}</code></h3><div class="pair">${htmlSide('before', before)}${htmlSide('now', after)}</div>`;
    })
    .join('');
}

function htmlSide(title: string, text: string): string {
  return `<div><small>${title}</small><pre>${html(text)}</pre></div>`;
}
