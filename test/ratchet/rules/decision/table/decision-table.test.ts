import { describe, expect, it } from 'vitest';
import type { DecisionTable, Guard, Obstacle } from '#ratchet/rules/decision/table/condition.ts';
import { listConditions, decisionTable } from '#ratchet/rules/decision/table/decision-table.ts';
import { decide } from '#ratchet/rules/decision/decide.ts';
import { adviseHuman } from '#report/github/advice.ts';
import { explainDecision } from '#report/workspaces/replay.ts';
import { aWorkspaceState, t0 } from '../../../../support/samples.ts';
import {
  aLook,
  aRedLook,
  aStoredDecision,
  someSettings,
} from '../../../../report/workspaces/looks.ts';
import { codeTable, guardTable, obstacleTable } from './page-tables.ts';

const conditions = listConditions(decisionTable);

describe('the table of decisions', () => {
  it('has each code once', () => {
    const codes = conditions.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => !/^[A-Z]+(?:_[A-Z]+)*$/.test(code))).toEqual([]);
  });

  it('asks questions, and advises in sentences wherever a person is needed', () => {
    expect(conditions.filter(({ question }) => !/^[A-Z].*\?$/.test(question))).toEqual([]);
    const asking = conditions.filter(({ needsHuman }) => needsHuman !== undefined);
    expect(asking.filter((one) => one.advice === undefined)).toEqual([]);
    const advised = conditions.flatMap((one) => one.advice ?? []);
    expect(advised.filter((text) => !/^[A-Z`].*\.$/.test(text))).toEqual([]);
  });
});

const holiday: Guard = {
  code: 'HOLIDAY',
  where: 'nobody works on this branch today',
  question: 'Is it a holiday?',
  seen: () => 'a holiday',
  holds: ({ inputs }) => inputs.consecutiveAttempts === 2,
  action: 'WAIT',
  sentence: () => 'It is a holiday.',
  needsHuman: () => true,
  advice: 'Come back tomorrow, or say `/ratchet retry`.',
  nextCheckAt: ({ facts }) => facts.now + 5,
};

const fullMoon: Obstacle = {
  ...holiday,
  code: 'FULL_MOON',
  against: ['CI_FAILED'],
  where: 'the moon is full',
  question: 'Is the moon full?',
  holds: ({ facts }) => facts.relaunches === 1,
  sentence: () => 'The moon is full.',
};

describe('a row that is added', () => {
  const { guards, obstacles } = decisionTable;
  const added: DecisionTable = {
    ...decisionTable,
    guards: [holiday, ...guards],
    obstacles: [fullMoon, ...obstacles],
  };
  const settings = someSettings();

  it.each([
    [holiday, aLook({ attempts: 2 }), 'GREEN'],
    [fullMoon, aRedLook({ relaunches: 1 }), 'CI_FAILED'],
  ])('is decided, explained, advised and told by nothing else: %#', (row, facts, otherwise) => {
    const { code, question, advice: words = '' } = row;
    expect(decide(facts, settings).code).toBe(otherwise);
    const decision = decide(facts, settings, added);
    expect(decision).toMatchObject({ action: 'WAIT', code, needsHuman: true, nextCheckAt: t0 + 5 });

    const asked = explainDecision(aStoredDecision(facts), added);
    expect(asked.findLast(({ holds }) => holds === true)).toEqual({
      code,
      asks: question,
      seen: 'a holiday',
      holds: true,
    });

    const state = aWorkspaceState({ lastDecision: { ...decision, at: t0 } });
    expect(adviseHuman(state, added)).toBe(words);

    const pages = [guardTable(added), obstacleTable(added), codeTable(added)];
    const telling = pages.filter(
      (page) => page.includes(`\`${code}\``) && page.includes(row.where),
    );
    expect(telling).toHaveLength(2);
    expect(codeTable(added)).toContain('**come back tomorrow**, or say `ratchetr retry`');
  });
});
