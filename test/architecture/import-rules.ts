import type { IFlattenedRuleSet, IRegularForbiddenRuleType } from 'dependency-cruiser';
import type { Home, Law, Row } from './law.ts';

type Rule = IRegularForbiddenRuleType & { readonly name: string };

const PACKAGE_TYPES = [
  'core',
  'npm',
  'npm-bundled',
  'npm-dev',
  'npm-no-pkg',
  'npm-optional',
  'npm-peer',
  'npm-unknown',
] as const;

const PURE = '^lib/(base|model|report|engines|agents|config|[^/]+/rules)/';
const NEEDS = '^lib/[^/]+/needs/';

/** Turns the law into rules for dependency-cruiser, named after the row they come from. */
export function importRules(law: Law): IFlattenedRuleSet & { readonly forbidden: Rule[] } {
  return {
    forbidden: [
      ...law.rows.flatMap((row) => [houseRule(row, law), packageRule(row, law)]),
      ...law.homes.flatMap((home) => homeRules(home)),
      rule('pure code needs nothing from outside', { path: PURE, pathNot: NEEDS }, { path: NEEDS }),
      rule('no cycles', {}, { circular: true }),
      rule('every import resolves', {}, { couldNotResolve: true }),
    ],
  };
}

/** The folder patterns that a path must match to fall under a name of the page. */
export function fromPattern(name: string): string {
  return `^${escape(underRoot(name)).replace(/\/x(?=\/|$)/, '/([^/]+)')}${isFile(name) ? '$' : '/'}`;
}

function houseRule(row: Row, law: Law): Rule {
  const own = fromPattern(row.name).replace('([^/]+)', '$1');
  const allowed = [own, ...row.mayImport.map((name) => fromPattern(name))];
  return rule(`${row.name}: house`, fromRow(row, law), {
    pathNot: allowed,
    dependencyTypesNot: [...PACKAGE_TYPES],
    couldNotResolve: false,
  });
}

/** Packages with a home have a rule of their own, so that one wrong import breaks one rule. */
function packageRule(row: Row, law: Law): Rule {
  const elsewhere = law.homes.flatMap((home) => home.packages);
  return rule(`${row.name}: packages`, fromRow(row, law), {
    pathNot: [...row.packages, ...elsewhere].map((name) => packagePattern(name)),
    dependencyTypes: [...PACKAGE_TYPES],
  });
}

function homeRules(home: Home): Rule[] {
  const pathNot = home.onlyIn.map((name) => fromPattern(name));
  return home.packages.map((name) =>
    rule(
      `only in ${home.onlyIn.join(', ')}: ${name}`,
      { path: '^(lib|lambdas|containers)/', pathNot },
      { path: packagePattern(name) },
    ),
  );
}

/** A file obeys its most exact row only, so each row leaves out the rows inside it. */
function fromRow(row: Row, law: Law): Rule['from'] {
  const inner = law.rows.filter(({ name }) => isInside(name, row.name));
  const path = fromPattern(row.name);
  // An empty list would match every path.
  return inner.length === 0 ? { path } : { path, pathNot: inner.map((it) => fromPattern(it.name)) };
}

/** A row such as `x/rules` lies in every room. */
function isInside(name: string, outer: string): boolean {
  return name.startsWith(`${outer}/`) || (name.startsWith('x/') && !outer.includes('/'));
}

/** Built-in modules appear without their prefix, except those that exist only with it. */
function packagePattern(name: string): string {
  if (name === 'node:*') return '^(?!node_modules)[a-z0-9_/:]+$';
  if (name.startsWith('node:')) return `^(node:)?${escape(name.slice(5))}(/|$)`;
  return `(^|/)node_modules/${escape(name).replace(/\\\*$/, '[^/]+')}/`;
}

function underRoot(name: string): string {
  return /^(lambdas|containers)(\/|$)/.test(name) ? name : `lib/${name}`;
}

function isFile(name: string): boolean {
  return /\.[a-z]+$/.test(name);
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function rule(name: string, from: Rule['from'], to: Rule['to']): Rule {
  return { name, severity: 'error', from, to };
}
