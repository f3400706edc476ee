import { readFileSync } from 'node:fs';
import { structuredPlan } from '#model/structured-plan.ts';
import { execute } from '../plan-ground.ts';

/** Carries out the plan in a file, to be killed at any moment: `execute-plan.ts folder room plan`. */
const [folder = '', room = '', path = ''] = process.argv.slice(2);
const plan = structuredPlan.parse(JSON.parse(readFileSync(path, 'utf8')));
process.stdout.write('begins\n');
const result = await execute({ folder, room }, plan, { settings: { parallel: 3 } });
process.stdout.write(`${result.kind}\n`);
