import { style } from '../html/style.ts';

/** The look of the pages of a control plane: that of a check, and what only they have. */
export const workspacesStyle = `${style}
thead th:nth-child(n):nth-child(n) { text-align: left; color: var(--soft); }
thead th.number:nth-child(n):nth-child(n) { text-align: right; }
a { color: var(--info); text-decoration: none; }
a:hover { text-decoration: underline; }
td.text { white-space: normal; overflow-wrap: anywhere; min-width: 220px; }
td.text small { display: block; color: var(--soft); }
.wide.human { border-left: 4px solid var(--unsure); }
.notice { --mood: var(--unsure); border: 1px solid var(--mood); border-radius: 10px; padding: 12px 18px; margin: 0; overflow-wrap: anywhere; }
.empty { color: var(--soft); }
.soft { color: var(--soft); }
`;

/** What the policy of the pages allows; a test says what it must be. */
export const workspacesStyleHash = 'sha256-K3E6Qd5NuhjWrzWWs332CWOvUs9NWPTEQl+bHa9dWjM=';
