import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaFiles, withSettingsTable } from './generated-files.ts';

/* Brings everything that is derived from the schemas up to date: run it after changing one. */

for (const [name, text] of schemaFiles()) {
  writeFileSync(join(import.meta.dirname, 'schemas', name), text);
}

const page = join(import.meta.dirname, '../../docs/configuration.md');
writeFileSync(page, withSettingsTable(readFileSync(page, 'utf8')));
