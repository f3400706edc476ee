import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type StructuredPlan, structuredPlan } from '#model/structured-plan.ts';
import { planReport } from '#report/plan/plan-report.ts';
import { filesIn } from '../../flow/fix/seen.ts';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { carryOut, endsOf, plantPlan, wordsOf } from './execute-ground.ts';
import { answerAt, hasTerminal } from './on-terminal.ts';

const page = readFileSync('docs/plans.md', 'utf8');
const shown: unknown = JSON.parse(/```json\n([^]*?)```/.exec(page)?.[1] ?? '');
const example = structuredPlan.parse(shown);
const files = { 'settings.ini': 'greet = no\n', 'shop/old.sh': 'echo Hi\n' };

const withoutBrowser: StructuredPlan = {
  ...example,
  steps: example.steps.filter(({ action }) => action.type !== 'browser_act'),
};

const ends = [
  '1 succeeded 1',
  '2 succeeded 1',
  '3 succeeded 1',
  '4 succeeded 1',
  '5 succeeded 1',
  '6 succeeded 1',
  '8 skipped 0',
];

it('shows a plan that has every type of action and nothing that would be dropped', () => {
  expect(example).toEqual(shown);
  const types = structuredPlan.shape.steps.element.shape.action.options.map(
    ({ shape }) => shape.type.value,
  );
  expect(new Set(example.steps.map(({ action }) => action.type))).toEqual(new Set(types));
});

it.skipIf(!hasTerminal)('shows a plan that succeeds, and that is taken back', async () => {
  const folder = await plantPlan(files, withoutBrowser);
  const before = filesIn(folder);
  const asked = wordsOf(['--format', 'json', '--output', '.ratchetr-report.json']);
  expect(await answerAt(folder, asked, 'short')).toBe(0);
  const written = await readFile(join(folder, '.ratchetr-report.json'), 'utf8');
  const report = planReport.parse(JSON.parse(written));
  expect(endsOf(report)).toEqual(ends);
  const outputs = report.progress.steps.map(({ output }) => output);
  expect(outputs.slice(0, 2)).toEqual(['greet = no\n', 'short']);
  expect(outputs[5]).toBe('Hello\n');
  expect(await readFile(join(folder, 'settings.ini'), 'utf8')).toBe('greet = yes\n');
  expect(Object.keys(filesIn(folder))).not.toContain('shop/old.sh');

  expect((await carryOut(folder, ['--undo'])).code).toBe(0);
  const { '.ratchetr-report.json': _, ...after } = filesIn(folder);
  expect(after).toEqual(before);
});

it.skipIf(!hasTerminal)('shows a browser that can do what it is told', async () => {
  await chromiumOrSkip();
  const folder = await plantPlan(files, example);
  expect(await answerAt(folder, wordsOf(), '1')).toBe(0);
  const pictures = join(folder, '.ratchetr/artifacts/plans');
  const picture = Object.keys(filesIn(pictures)).find((name) => name.endsWith('/7-greeting.png'));
  const png = await readFile(join(pictures, picture ?? ''));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
});
