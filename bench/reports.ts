import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { filesFor, type ReportFile, writeReport, writeSources } from './report-files.ts';
import { printTable } from './table.ts';

const script = fileURLToPath(new URL('report-reader.ts', import.meta.url));
const rounds = 5;
const sizes = [5, 50];
const reading = z.object({ milliseconds: z.number(), peak: z.number(), findings: z.number() });
type Reading = z.infer<typeof reading>;

/** Parse, normalize and fingerprint of long reports, against JSON.parse of the same text. */
export async function benchReports(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ratchetr-bench-'));
  try {
    await writeSources(folder, filesFor(Math.max(...sizes)));
    for (const engine of ['eslint', 'ruff'] as const) {
      const rows: string[][] = [];
      const times: number[] = [];
      for (const megabytes of sizes) {
        const report = await writeReport(folder, engine, megabytes);
        const { parse, full } = measure(report, folder);
        times.push(full.milliseconds);
        rows.push([
          `${megabytes} MB, ${full.findings} findings`,
          `${parse.milliseconds.toFixed(0)} ms`,
          `${full.milliseconds.toFixed(0)} ms`,
          (full.milliseconds / parse.milliseconds).toFixed(2),
          `${(parse.peak / 1e6).toFixed(0)} MB`,
          `${(full.peak / 1e6).toFixed(0)} MB`,
          (full.peak / parse.peak).toFixed(2),
        ]);
      }
      const growth = (times[1] ?? 0) / (times[0] ?? 1) / 10;
      printTable(
        `Reading a report of ${engine} to named findings, against JSON.parse (targets: time 5, memory 3); growth from 5 to 50 MB ${growth.toFixed(2)} times linear (target 0.8 to 1.2)`,
        ['report', 'JSON.parse', 'all of it', 'ratio', 'peak', 'peak of all', 'ratio'],
        rows,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function measure(report: ReportFile, folder: string): { parse: Reading; full: Reading } {
  const readings = { parse: [] as Reading[], full: [] as Reading[] };
  for (let round = 0; round < rounds; round += 1) {
    readings.parse.push(readIn('parse', report, folder));
    readings.full.push(readIn(report.engine, report, folder));
  }
  return { parse: median(readings.parse), full: median(readings.full) };
}

function readIn(how: string, { path }: ReportFile, folder: string): Reading {
  const said = execFileSync(process.execPath, [script, how, path, folder], { encoding: 'utf8' });
  return reading.parse(JSON.parse(said));
}

function median(readings: readonly Reading[]): Reading {
  const sorted = readings.toSorted((a, b) => a.milliseconds - b.milliseconds);
  return sorted[Math.floor(sorted.length / 2)] ?? { milliseconds: 0, peak: 0, findings: 0 };
}
