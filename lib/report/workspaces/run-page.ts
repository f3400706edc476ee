import type { RunId } from '#model/ids.ts';
import { htmlDocument } from '../html/document.ts';
import { html, section } from '../html/parts.ts';
import { workspacesStyle, workspacesStyleHash } from './style.ts';

/** The page of one run: its report, and what its tools wrote. */
export function runPage(id: RunId, names: readonly string[]): string {
  const place = `/runs/${encodeURIComponent(id)}`;
  const link = (path: string, words: string): string =>
    `<a href="${place}/${path}">${html(words)}</a>`;
  const written = names.map((name) => `<li>${link(`artifacts/${encodePath(name)}`, name)}</li>`);
  const none = '<p class="empty">Nothing of it is kept.</p>';
  return htmlDocument({
    title: id,
    style: workspacesStyle,
    styleHash: workspacesStyleHash,
    body: [
      `<header class="verdict plain"><p class="brand"><a href="/">ratchetr</a></p><h1>${html(id)}</h1></header>`,
      '<main>',
      section('Report', '', `<p>${link('report', 'What the run came to')}</p>`),
      section(
        'What its tools wrote',
        'Reports and logs; findings name the one that they were read from.',
        written.length === 0 ? none : `<ul>${written.join('')}</ul>`,
      ),
      '</main>',
    ],
  });
}

function encodePath(name: string): string {
  return name.toWellFormed().split('/').map(encodeURIComponent).join('/');
}
