import { style } from '../html/style.ts';

/** The look of the pages of a control plane: that of a check, and what only they have. */
export const workspacesStyle = `${style}
thead th:nth-child(n):nth-child(n) { text-align: left; color: var(--soft); }
thead th.number:nth-child(n):nth-child(n) { text-align: right; }
a { color: var(--info); text-decoration: none; }
a:hover { text-decoration: underline; }
td.text { white-space: normal; overflow-wrap: anywhere; min-width: 140px; }
td.text:nth-child(3) { min-width: 220px; }
th, td { padding: 9px 10px; }
.card b { overflow-wrap: anywhere; }
td.text small { display: block; color: var(--soft); }
td.text small.todo { color: var(--unsure); font-weight: 600; margin-top: 4px; }
.wide.human { border-left: 4px solid var(--unsure); }
.notice { --mood: var(--unsure); border: 1px solid var(--mood); border-radius: 10px; padding: 12px 18px; margin: 0; overflow-wrap: anywhere; }
.empty { color: var(--soft); }
.soft { color: var(--soft); }
.wide { container-type: inline-size; }
@container (max-width: 940px) {
  table, tbody, tbody tr { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { padding: 10px 14px; }
  td { display: inline-block; padding: 2px 14px 2px 0; text-align: left; white-space: normal; overflow-wrap: anywhere; }
  td.text:nth-child(n) { display: block; padding-right: 0; min-width: 0; }
  td[data-head]::before { content: attr(data-head) ' '; color: var(--soft); font-size: 13px; }
}
@media (max-width: 700px) {
  .cards { grid-template-columns: repeat(auto-fit, minmax(96px, 1fr)); gap: 8px; }
  .card { padding: 8px 12px; }
  .card b { font-size: 20px; }
}
`;

/** What the policy of the pages allows; a test says what it must be. */
export const workspacesStyleHash = 'sha256-O2Ww6Yq4+gHk7KIH2gzHAYZYvTlS68ZqQAgm+9fRA6Q=';
