import { style } from '../html/style.ts';

/** The look of the page of a plan: that of a check, and what only a plan has. */
export const planStyle = `${style}
.batch { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 14px; padding: 14px; border: 1px dashed var(--line); border-radius: 14px; }
.batches { list-style: none; margin: 0; padding: 0; }
main section > ol.batches { padding: 0; }
.batches > li + li::before { content: ''; display: block; width: 0; height: 26px; margin: 4px auto; border-left: 2px solid var(--soft); }
.batches h3 { margin: 0 0 6px; font-size: 13px; font-weight: 400; color: var(--soft); }
.step { --mood: var(--soft); background: var(--sheet); border: 1px solid var(--line); border-left: 5px solid var(--mood); border-radius: 10px; padding: 12px 14px; min-width: 0; }
.step.good { --mood: var(--good); }
.step.bad { --mood: var(--bad); }
.step.unsure { --mood: var(--unsure); }
.step.running { --mood: var(--info); }
.step.skipped { border-style: dashed; border-left-style: dashed; }
.step .top { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: baseline; color: var(--soft); font-size: 13px; }
.step .top .chip { margin-left: auto; }
.step h4 { margin: 4px 0; font-size: 15px; overflow-wrap: anywhere; }
.step code { overflow-wrap: anywhere; }
.step p { margin: 4px 0 0; overflow-wrap: anywhere; }
.step .when, .step .facts { color: var(--soft); font-size: 13px; }
.step summary { cursor: pointer; color: var(--soft); font-size: 13px; margin-top: 6px; }
@media print { .step { break-inside: avoid; } }
`;

/** What the policy of the page allows; a test says what it must be. */
export const planStyleHash = 'sha256-Pap6A1isDCkyyb1HPNidTWsOn1r+i/NXPBstrDeu81I=';
