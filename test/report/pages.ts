import { createHash } from 'node:crypto';

const empty = new Set(['meta', 'rect', 'line', 'input', 'br']);

/** The tags of a page in their order, without what stands in attributes: text must not change them. */
export function tagsOf(page: string): readonly string[] {
  const tags = page.slice(page.indexOf('<body>')).match(/<[^>]*>/g) ?? [];
  return tags.map((tag) => tag.replace(/"[^"]*"/g, '""'));
}

/** What is wrong with the nesting of a page; empty: nothing. */
export function nestingProblems(page: string): readonly string[] {
  const open: string[] = [];
  const problems: string[] = [];
  for (const [tag, end, name = '', rest = ''] of page.matchAll(
    /<(\/?)([a-z][a-z0-9]*)([^>]*)>/gi,
  )) {
    if (end === '' && !empty.has(name) && !rest.endsWith('/')) open.push(name);
    else if (end === '/' && open.pop() !== name) problems.push(tag);
  }
  return [...problems, ...open];
}

/** What a page could load or run, and how it is not whole; empty: nothing. */
export function pageProblems(page: string): readonly string[] {
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const given = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1];
  return [
    ...(given === policy ? [] : [`the policy is not ${policy}`]),
    ...(page.match(/<script|<(?:link|img|iframe|object|embed|base)\b/g) ?? []),
    ...(page.match(/<style/g)?.slice(1) ?? []),
    ...(page.match(/\s(?:src|href|style|on\w+)=/g) ?? []),
    ...(style.match(/url\(|@import/g) ?? []),
    ...nestingProblems(page),
  ];
}
