import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { reviewThread } from '#model/review.ts';
import { addEngineOptions } from '../../../lib/cli/check/options.ts';
import { EXIT } from '#local/exit-codes.ts';
import { addFixOptions } from '../../../lib/cli/fix/options.ts';

const page = readFileSync('docs/repair.md', 'utf8');

function sectionOf(heading: string): string {
  const [, rest = ''] = page.split(`## ${heading}\n`);
  return rest.split('\n## ')[0] ?? '';
}

function firstCells(section: string): readonly string[] {
  const rows = [...section.matchAll(/^\| (?!-)([^|]+?) +\|/gm)].map(([, cell = '']) => cell);
  return rows.slice(1).map((cell) => cell.replaceAll('`', ''));
}

function flagsOf({ options, registeredArguments }: Command): readonly string[] {
  return [
    ...options.map(({ flags }) => flags),
    ...registeredArguments.map((argument) => `[${argument.name()}...]`),
  ];
}

describe('the page on repair', () => {
  it('names exactly the codes that a verdict can have, each once', () => {
    const source = readFileSync('lib/repair/rules/verdict/rejection.ts', 'utf8');
    const [union = ''] = /^export type RejectionCode =[^;]*;/m.exec(source) ?? [];
    const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code = '']) => code);
    expect(codes).toContain('NOT_ATTEMPTED');
    expect(firstCells(sectionOf('What is enforced')).toSorted()).toEqual(codes.toSorted());
  });

  it('names every option of fix that is not one of all commands with engines', () => {
    const others = flagsOf(addEngineOptions(new Command('check')));
    const own = flagsOf(addFixOptions(new Command('fix'))).filter((one) => !others.includes(one));
    expect(firstCells(sectionOf('Options')).toSorted()).toEqual(own.toSorted());
  });

  it('names every exit code', () => {
    const codes = firstCells(sectionOf('How a session goes')).map(Number);
    // A session in which nothing is judged has nothing to rely on, and only checks ask who vouches.
    const ofChecks = new Set<number>([EXIT.nothingJudged, EXIT.needsPerson]);
    const all = Object.values(EXIT).filter((code) => !ofChecks.has(code));
    expect(codes).toEqual(all);
  });

  it('shows comments of reviewers as they are read', () => {
    const [, text = ''] = /```json\n([^]*?)```/.exec(sectionOf('Comments of reviewers')) ?? [];
    const shown: unknown = JSON.parse(text);
    expect(z.array(reviewThread.strict()).nonempty().parse(shown)).toEqual(shown);
  });
});
