import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compared } from '../support/compared.ts';
import type { CheckReport } from '#model/check-report.ts';
import { readXml } from '#check/rules/outcome/xml.ts';
import { type Format, reportFormats } from '#report/formats.ts';
import { aChecked, aFailed, aReport, aReported } from './check-reports.ts';
import { junitProblems, sarifProblems } from './validators.ts';

const look = { color: false, width: 100 };

const hostile = [
  ']]>',
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '<!--',
  '--!>',
  '&amp;&#0;&lt',
  '| a | b |',
  '\u{D800}',
  '\u{DFFF}\u{D800}',
  '\u{0}\u{1}\u{B}\u{1F}\u{7F}\u{85}\u{9B}',
  '\u{1B}[31mred\u{1B}[0m\u{1B}]8;;https://x.example\u{7}',
  '\u{FFFE}\u{FFFF}\u{FEFF}\u{2028}\u{202E}',
  '\r\n\r\n```\n# x',
  '%{0} [a](b) {1}',
];

const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...hostile), { maxLength: 5 }).map((parts) => parts.join('')),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }))
    .map((units) => units.map((unit) => String.fromCharCode(unit)).join('')),
);

/** Everything that a tool or a repository can say is hostile at once. */
function saying(words: string): CheckReport {
  const finding = aReported({
    message: words,
    filePath: words,
    symbol: words,
    testId: words,
    tool: words || 'x',
    kind: words || 'x',
    fingerprint: words || 'x',
  });
  return aReport({
    exit: 3,
    engines: [
      aChecked([finding, { ...finding, status: 'tolerated' }]),
      aFailed(words || 'x', {
        message: words || 'x',
        argv: [words],
        stderrExcerpt: words.slice(0, 4_000),
      }),
    ],
    problems: [{ engine: words || 'x', code: 'EMPTY_SCOPE', message: words || 'x' }],
    absent: [{ engine: words, because: words }],
    vector: {
      acceptable: false,
      components: [{ ...compared({ kind: 'coverage', path: words }), sentence: words }],
    },
  });
}

const render = (format: Format, report: CheckReport) => reportFormats[format](report, look);

/** The tags of a page in their order: what a tool says must not change them. */
const tagsOf = (page: string) =>
  page
    .slice(page.indexOf('<main>'))
    .match(/<[^>]*>/g)
    ?.map((tag) => tag.replace(/"[^"]*"/g, '""'));

describe('whatever the tools say', () => {
  it('is JSON and SARIF of whole characters', () => {
    fc.assert(
      fc.property(text, (words) => {
        const report = saying(words);
        expect(JSON.parse(render('json', report))).toEqual(report);
        const sarif = render('sarif', report);
        expect(JSON.parse(sarif)).toBeDefined();
        expect(sarif).not.toMatch(/\\u(?:d[89a-f]|00[01][0-9a-f])/i);
      }),
    );
  });

  it('is valid SARIF', async () => {
    for (const words of hostile) {
      expect(await sarifProblems(render('sarif', saying(words)))).toEqual([]);
    }
  });

  it('is whole XML', () => {
    fc.assert(
      fc.property(text, (words) => {
        expect(readXml(render('junit', saying(words)), () => {})).toBe('complete');
      }),
    );
  });

  it('is valid JUnit XML', async () => {
    expect(await junitProblems(render('junit', saying(hostile.join('\n'))))).toEqual([]);
  });

  it('makes no tag and no attribute of the page', () => {
    const expected = tagsOf(render('html', saying('plain')));
    fc.assert(
      fc.property(
        text.filter((words) => words.trim() !== ''),
        (words) => {
          expect(tagsOf(render('html', saying(words)))).toEqual(expected);
        },
      ),
    );
  });

  it('makes no tag of Markdown', () => {
    const plain = /<(?!\/?(?:code|pre|details|summary|b|br)>)|[@`|\]]/;
    fc.assert(
      fc.property(text, (words) => {
        const untabled = render('markdown', saying(words)).replace(/^\|.*\|$/gm, '');
        expect(untabled).not.toMatch(plain);
      }),
    );
  });

  it('never steers a terminal', () => {
    fc.assert(
      fc.property(text, (words) => {
        expect(render('human', saying(words))).not.toMatch(/[^\P{Cc}\n\t]|\p{Cs}/u);
      }),
    );
  });

  it.each(Object.keys(reportFormats).map((name) => ({ name })))(
    'is shown as $name, a megabyte in one message too',
    ({ name }) => {
      const long = saying('a<|&\u{1B}['.repeat(150_000));
      // What grew with the square of its length would not end before the test is given up.
      expect(reportFormats[formatOf(name)](long, look).length).toBeGreaterThan(0);
    },
  );
});

describe('many findings', () => {
  it.each(Object.keys(reportFormats).map((name) => ({ name })))(
    'take $name time in proportion',
    ({ name }) => {
      const [few, many] = [manyFindings(5_000), manyFindings(50_000)];
      const format = formatOf(name);
      const [short, long] = [took(format, few), took(format, many)];
      expect(long).toBeLessThan(5_000);
      // Ten times as many: a square would take a hundred times as long.
      expect(long).toBeLessThan(40 * Math.max(short, 25));
    },
  );
});

function formatOf(name: string): Format {
  const formats: readonly Format[] = ['human', 'json', 'sarif', 'junit', 'markdown', 'html'];
  const format = formats.find((one) => one === name);
  if (format === undefined) throw new Error(`${name} is no format of a report.`);
  return format;
}

/** Milliseconds of processor time, so that a busy machine changes nothing; the best of two. */
function took(format: Format, report: CheckReport): number {
  const times = [1, 2].map(() => {
    const before = process.cpuUsage();
    render(format, report);
    return process.cpuUsage(before).user / 1_000;
  });
  return Math.min(...times);
}

function manyFindings(count: number): CheckReport {
  const one = aReported();
  const findings = Array.from({ length: count }, (_, at) => ({
    ...one,
    filePath: `src/file-${at % (count / 25)}.py`,
    line: at + 1,
    status: at % 3 === 0 ? ('new' as const) : ('tolerated' as const),
  }));
  const all = { ...aChecked([]), findings };
  return aReport({ exit: 1, engines: [all, all] });
}
