import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';
import { seconds } from '#base/words.ts';
import type { ExecutionProgress, StepProgress } from './progress.ts';

/** Draws a plan, and how it went if it did, as a Mermaid flowchart. */
export function drawPlan({ title, steps }: StructuredPlan, progress?: ExecutionProgress): string {
  const ordered = steps.toSorted((a, b) => a.stepId - b.stepId);
  const went = new Map(progress?.steps.map((step) => [step.stepId, step]));
  const lines = [
    'flowchart TD',
    `accTitle: ${label(title)}`,
    ...ordered.map((step) => node(step, went.get(step.stepId))),
    ...ordered.flatMap(edges),
    ...colours,
  ];
  return `${lines.join('\n  ')}\n`;
}

const colours = [
  'classDef running fill:#dbeafe,stroke:#1d4ed8',
  'classDef succeeded fill:#dcfce7,stroke:#15803d',
  'classDef failed fill:#fee2e2,stroke:#b91c1c',
  'classDef skipped fill:#f3f4f6,stroke:#6b7280,stroke-dasharray:4',
  'classDef rolled_back fill:#ffedd5,stroke:#c2410c',
  'classDef blocked fill:#fef9c3,stroke:#a16207',
];

function node({ stepId, description, action }: StructuredStep, went?: StepProgress): string {
  const state = went === undefined ? [] : [label(describeStepOutcome(went))];
  const rows = [label(`${stepId}: ${description}`), label(action.type), ...state].join('<br/>');
  const look = went === undefined || went.status === 'pending' ? '' : `:::${went.status}`;
  return `s${stepId}["${rows}"]${look}`;
}

function describeStepOutcome({ status, attempts, startedAt, endedAt, usd }: StepProgress): string {
  const word = status.replace('_', ' ');
  const hasTimes = startedAt !== undefined && endedAt !== undefined;
  return [
    hasTimes ? `${word} in ${seconds(endedAt - startedAt)}` : word,
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(usd > 0 ? [`$${usd.toFixed(4)}`] : []),
  ].join(', ');
}

/** A condition has an edge of its own; the plain one beside it would say less. */
function edges({ stepId, dependsOn, onlyIf = [] }: StructuredStep): readonly string[] {
  const asked = new Set(onlyIf.map((condition) => condition.step));
  const plain = [...new Set(dependsOn)].filter((id) => !asked.has(id)).toSorted((a, b) => a - b);
  return [
    ...plain.map((id) => `s${id} --> s${stepId}`),
    ...onlyIf.map(({ step, is, outputContains: text }) => {
      const words = text === undefined ? is : `${is}, output has ${text}`;
      return `s${step} -.->|"${label(words)}"| s${stepId}`;
    }),
  ];
}

const longest = 80;

/** Letters and digits stay; whatever could mean something to Mermaid or HTML becomes its number. */
function label(text: string): string {
  const letters = Array.from(
    text
      .toWellFormed()
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim(),
  );
  const shown = letters.length > longest ? [...letters.slice(0, longest - 1), '…'] : letters;
  return shown.join('').replace(/[^\p{L}\p{M}\p{N} .,:_/…-]/gu, (sign) => {
    return `#${sign.codePointAt(0)};`;
  });
}
