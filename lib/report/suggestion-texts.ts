import type { SuggestedChange } from '#model/suggested-change.ts';
import { codeText, outputText } from '#base/markdown-text.ts';
import { oneLine, plainText } from '#base/plain-text.ts';
import { counted } from '#base/words.ts';
import { html } from './html/parts.ts';
import { takeFitting } from './markdown/room.ts';

export const suggestionsTitle = 'Remarks that you may want';
export const suggestionsHint =
  'They silence a finding by its rule, so they are not pushed. Take over what is right.';

/** For a terminal, with the marks of a diff. */
export function suggestionLines(all: readonly SuggestedChange[]): readonly string[] {
  return all.flatMap(({ tool, path, line, before, after }) => [
    oneLine(`${path}:${line} (${tool})`),
    ...markLines('-', before),
    ...markLines('+', after),
  ]);
}

function markLines(mark: string, text: string): readonly string[] {
  return plainText(text)
    .split('\n')
    .map((line) => `  ${mark} ${line}`);
}

const room = { most: 10, room: 6_000 };

/** The same for a comment. */
export function suggestionMarkdown(all: readonly SuggestedChange[]): readonly string[] {
  if (all.length === 0) return [];
  const blocks = all.map(({ tool, path, line, before, after }) =>
    [codeText(`${path}:${line}`, 300), `for ${codeText(tool, 60)}:`, blockOf(before, after)].join(
      '\n\n',
    ),
  );
  const { shown, more } = takeFitting(blocks, room);
  return [
    `#### ${suggestionsTitle}`,
    suggestionsHint,
    ...shown,
    ...(more > 0 ? [`and ${counted(more, 'more remark')}`] : []),
  ];
}

/** As GitHub shows a suggested change, where nothing in it could end the block. */
function blockOf(before: string, after: string): string {
  const isPlain = plainText(after) === after && !after.includes('```') && after.length < 1_500;
  return isPlain
    ? `\`\`\`suggestion\n${after}\n\`\`\``
    : `${outputText(before, 1_500)}\n\n${outputText(after, 1_500)}`;
}

/** The same for a page. */
export function suggestionHtml(all: readonly SuggestedChange[]): string {
  return all
    .map(
      ({ tool, path, line, before, after }) =>
        `<h3><code>${html(`${path}:${line}`)}</code> ${html(tool)}</h3><div class="pair"><pre>${html(before)}</pre><pre>${html(after)}</pre></div>`,
    )
    .join('');
}
