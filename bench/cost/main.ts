import { writeFileSync } from 'node:fs';
import { costPage } from './page.ts';
import { resourcesOf } from './resources.ts';
import { measureUnits } from './units.ts';
import { templateOf } from '../../test/support/stack-template.ts';

// Writes docs/cost.md anew.
writeFileSync('docs/cost.md', costPage(resourcesOf(templateOf()), await measureUnits()));
process.stdout.write('docs/cost.md is written\n');
