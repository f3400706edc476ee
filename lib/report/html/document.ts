import { html } from './parts.ts';

export interface HtmlDocument {
  readonly title: string;
  readonly style: string;
  /** What the policy of the page allows; a test says what it must be. */
  readonly styleHash: string;
  readonly script?: string;
  readonly scriptHash?: string;
  /** For a page that is served: how often a browser asks for it again. */
  readonly refreshSeconds?: number | undefined;
  readonly body: readonly string[];
}

/** A page that needs nothing from elsewhere, and may load nothing. */
export function htmlDocument(page: HtmlDocument): string {
  const { title, style, styleHash, script, scriptHash, refreshSeconds, body } = page;
  const scripts = scriptHash === undefined ? '' : ` script-src '${scriptHash}';`;
  const policy = `default-src 'none'; style-src '${styleHash}';${scripts} base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    ...(refreshSeconds === undefined
      ? []
      : [`<meta http-equiv="refresh" content="${refreshSeconds}">`]),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${html(title)} · ratchetr</title>`,
    `<style>${style}</style></head><body>`,
    ...body,
    ...(script === undefined ? [] : [`<script>${script}</script>`]),
    '</body></html>',
    '',
  ].join('\n');
}
