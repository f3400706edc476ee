import { style } from '../html/style.ts';

/** The look of the page of a run: that of a check, and what only a run has. */
export const runStyle = `${style}
thead th:nth-child(n) { text-align: left; }
thead th.number { text-align: right; color: var(--soft); }
td.text { white-space: normal; overflow-wrap: anywhere; }
.timeline { padding: 8px 4px; }
.timeline svg { display: block; width: 100%; min-width: 820px; height: auto; }
.timeline text { font: 12px system-ui, sans-serif; fill: var(--soft); }
.timeline .name { fill: var(--ink); font-size: 13px; }
.timeline .tick, .timeline .bar text, .timeline .checkpoint text { text-anchor: middle; font-variant-numeric: tabular-nums; }
.timeline .grid { stroke: var(--line); }
.timeline .bar rect { fill: var(--mood); }
.timeline .bar.plain { --mood: var(--info); }
.timeline .bar text { fill: var(--sheet); font-weight: 600; }
.timeline .checkpoint rect { fill: var(--info); opacity: 0.13; }
.timeline .checkpoint line { stroke: var(--info); stroke-dasharray: 3 3; }
.timeline .checkpoint text { fill: var(--info); font-weight: 600; }
.legend { display: flex; flex-wrap: wrap; gap: 6px 18px; margin: 10px 0 0; color: var(--soft); font-size: 13px; }
.legend span::before { content: ''; display: inline-block; width: 12px; height: 12px; margin-right: 6px; border-radius: 3px; vertical-align: -1px; background: var(--mood); }
.legend .plain { --mood: var(--info); }
.legend .checkpoint { --mood: color-mix(in srgb, var(--info) 30%, transparent); }
.rest { color: var(--soft); margin: 6px 0 0; }
.task summary { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; padding: 10px 16px; cursor: pointer; }
.task summary b { flex: 1 1 260px; min-width: 0; overflow-wrap: anywhere; font-weight: 600; }
.task { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; margin-bottom: 10px; }
.task > div { padding: 6px 16px 12px; border-top: 1px solid var(--line); }
.task h3 { font-size: 14px; margin: 12px 0 4px; }
.task ul { margin: 0; padding-left: 20px; }
.task p, .task li { overflow-wrap: anywhere; margin: 4px 0; }
.paid { color: var(--soft); font-variant-numeric: tabular-nums; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 28px; }
.pair > * { min-width: 0; }
.left > li { margin-bottom: 8px; overflow-wrap: anywhere; }
.left code, .task code { overflow-wrap: anywhere; }
@media print { .task { break-inside: avoid; } }
`;

/** What the policy of the page allows; a test says what it must be. */
export const runStyleHash = 'sha256-jmlRs6H2e+Qb5EZW/Nq4uu5RDSLDz+mE6lye96qZRcs=';
