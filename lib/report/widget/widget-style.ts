/** The look of a page as that of a part of a page: it must reach nothing around it, and the dashboard says whether it is dark. */
export function withinWidget(style: string): string {
  const inner = style
    .replace(/^:root \{\n {2}color-scheme: light dark;/m, '& {')
    .replace(/^body \{ margin: 0; /m, '& { ');
  return `.ratchetr {\n${inner}${widgetOnly}}\n`;
}

const widgetOnly = `&.light { color-scheme: light; }
&.dark { color-scheme: dark; }
.verdict { padding: 14px 24px; }
.verdict h1 { font-size: 22px; }
main { max-width: none; padding: 18px 24px; }
footer { max-width: none; padding: 0 24px 18px; }
a { cursor: pointer; color: var(--info); }
cwdb-action { display: none; }
.back { margin: 0; padding: 10px 24px 0; }
& > section { padding: 0 24px 18px; }
`;
