/** The look of the page, in light and in dark. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f6f7f9, #0e1116);
  --sheet: light-dark(#ffffff, #161b22);
  --ink: light-dark(#1b2430, #e4e9f0);
  --soft: light-dark(#5b6675, #93a0b0);
  --line: light-dark(#dfe4ea, #2a323d);
  --bad: light-dark(#b3261e, #ff8a80);
  --good: light-dark(#137a3f, #63d297);
  --unsure: light-dark(#8a5a00, #f2bd55);
  --info: light-dark(#2456b8, #8ab4f8);
  --code: light-dark(#eef1f5, #1f2630);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
code, pre, .place { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: 13px; }
.verdict { padding: 28px max(24px, calc(50vw - 560px)); border-bottom: 1px solid var(--line); border-top: 6px solid var(--mood); background: var(--sheet); }
.verdict h1 { margin: 2px 0 6px; font-size: 28px; line-height: 1.25; color: var(--mood); overflow-wrap: anywhere; }
.verdict p { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
.brand { font-weight: 600; letter-spacing: 0.04em; }
.good { --mood: var(--good); }
.bad { --mood: var(--bad); }
.unsure { --mood: var(--unsure); }
.plain { --mood: var(--ink); }
main { max-width: 1168px; margin: 0 auto; padding: 24px; display: grid; gap: 28px; }
main > * { min-width: 0; }
main section > ul { margin: 0; padding-left: 22px; }
h2 { font-size: 18px; margin: 0 0 10px; }
small { font-weight: 400; font-size: 13px; color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; }
.card { --mood: var(--soft); background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; display: grid; }
.card.good { --mood: var(--good); }
.card.bad { --mood: var(--bad); }
.card.unsure { --mood: var(--unsure); }
.card.plain { --mood: var(--ink); }
.card b { font-size: 30px; line-height: 1.2; font-variant-numeric: tabular-nums; color: var(--mood); }
.card span { color: var(--soft); }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 9px 14px; text-align: left; white-space: nowrap; font-weight: 400; }
tbody th { font-weight: 600; }
thead th { color: var(--soft); font-size: 13px; }
thead th:nth-child(n + 4):nth-child(-n + 7) { text-align: right; }
tbody tr { border-top: 1px solid var(--line); }
.number { text-align: right; font-variant-numeric: tabular-nums; color: var(--mood, inherit); }
.zero { color: var(--soft); }
meter { appearance: none; width: 64px; height: 6px; vertical-align: middle; margin-right: 8px; border: 0; border-radius: 3px; background: var(--code); }
.time { display: inline-block; min-width: 52px; }
meter::-webkit-meter-bar { height: 6px; border: 0; border-radius: 3px; background: var(--code); }
meter::-webkit-meter-optimum-value { border-radius: 3px; background: var(--info); }
meter::-moz-meter-bar { border-radius: 3px; background: var(--info); }
.chip { display: inline-block; padding: 0 9px; border-radius: 999px; font-size: 12px; line-height: 20px; font-weight: 600; color: var(--mood); background: color-mix(in srgb, var(--mood) 13%, transparent); }
.failure { background: var(--sheet); border: 1px solid var(--line); border-left: 4px solid var(--unsure); border-radius: 10px; padding: 14px 18px; margin-bottom: 12px; }
.failure h3 { margin: 0; font-size: 16px; }
.failure p { margin: 6px 0; overflow-wrap: anywhere; }
pre { margin: 8px 0 0; padding: 10px 12px; background: var(--code); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 320px; overflow-y: auto; }
.command::before { content: '$ '; color: var(--soft); }
#filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 10px 0; background: var(--page); }
#filter input, #filter select { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: 7px 10px; }
#filter input { flex: 1 1 240px; min-width: 0; }
#filter output { color: var(--soft); font-variant-numeric: tabular-nums; min-width: 110px; text-align: right; }
:focus-visible { outline: 2px solid var(--info); outline-offset: 1px; }
.file { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; margin-bottom: 10px; overflow: hidden; content-visibility: auto; contain-intrinsic-size: auto 120px; }
.file summary { padding: 9px 16px; cursor: pointer; overflow-wrap: anywhere; }
.file summary code { font-weight: 600; }
.count { float: right; color: var(--soft); font-variant-numeric: tabular-nums; }
.file ul { list-style: none; margin: 0; padding: 0; }
.file li { display: grid; grid-template-columns: 64px 64px minmax(0, 1fr) minmax(120px, auto); gap: 12px; padding: 7px 16px; border-top: 1px solid var(--line); align-items: baseline; }
.file li[data-status='tolerated'] p { color: var(--soft); }
.file p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.place { color: var(--soft); text-align: right; }
.level { font-size: 13px; font-weight: 600; }
.blocker, .high { color: var(--bad); }
.medium { color: var(--unsure); }
.low { color: var(--info); }
.rule { color: var(--soft); font-size: 13px; text-align: right; overflow-wrap: anywhere; }
.test { overflow-wrap: anywhere; }
main li { overflow-wrap: anywhere; }
main section > .vector { list-style: none; padding: 0; }
.vector .worse b { color: var(--bad); }
.vector .better b { color: var(--good); }
.absent { margin-top: 10px; color: var(--soft); }
footer { max-width: 1168px; margin: 0 auto; padding: 0 24px 40px; color: var(--soft); display: flex; gap: 16px; justify-content: space-between; flex-wrap: wrap; }
@media (max-width: 700px) {
  .file li { grid-template-columns: auto 1fr; }
  .file li > div { grid-column: 1 / -1; }
  .rule { text-align: left; grid-column: 1 / -1; }
}
@media print {
  #filter { display: none; }
  .file { content-visibility: visible; break-inside: avoid; }
}
`;

/** What the policy of the page allows; a test says what it must be. */
export const styleHash = 'sha256-yVgBAa0Yhj7YU72p9F1lhtm/rqI/SAa0wJQsXrkRyfw=';
