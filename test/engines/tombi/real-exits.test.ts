import { join } from 'node:path';
import { tombi } from '#engines/tombi/engine.ts';
import { engineTools } from '../../support/engine-tools.ts';
import { describeRealEnds, notUtf8, type RealEnd } from '../real-ends.ts';

const clean = 'a = 1\n';
const duplicate = 'a = 1\na = 2\n';
const warned = '"" = 1\n';

const ends: Readonly<Record<string, RealEnd>> = {
  clean: { files: { 'a.toml': clean }, is: 'success, 0' },
  findings: { files: { 'a.toml': duplicate, 'b.toml': clean }, is: 'diagnostic, 1' },
  'warnings alone': { files: { 'a.toml': warned }, is: 'diagnostic, 1' },
  'warnings that are to fail': {
    files: { 'a.toml': warned },
    plan: { args: ['--error-on-warnings'] },
    is: 'diagnostic, 1',
  },
  'a syntax error beside a finding': {
    files: { 'a.toml': 'x = [', 'b.toml': duplicate },
    is: 'diagnostic, 2',
  },
  'a file that is no UTF-8, alone': {
    files: { 'a.toml': notUtf8 },
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a file that is no UTF-8 beside a finding': {
    files: { 'a.toml': notUtf8, 'b.toml': duplicate },
    is: 'diagnostic, partial, 1',
  },
  'a path that is missing beside a clean one': {
    files: { 'a.toml': clean },
    plan: { scope: ['a.toml', 'nope.toml'] },
    is: 'success, partial, 0',
  },
  'no files': { files: { 'a.txt': '' }, is: 'unknown, none, EMPTY_SCOPE, 0' },
  'a broken configuration': {
    files: { 'tombi.toml': 'x = [', 'a.toml': clean },
    plan: { scope: ['a.toml'] },
    is: 'success, partial, degraded, 0',
  },
  'a bad flag': {
    files: { 'a.toml': clean },
    plan: { args: ['--nope'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a report that goes elsewhere': {
    files: { 'a.toml': clean },
    plan: { args: ['--diagnostics-file', 'other.json'] },
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'tombi not installed': {
    files: { 'a.toml': clean },
    program: ['/nonexistent/tombi'],
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
};

const program = async (): Promise<readonly [string]> => [join((await engineTools()).bin, 'tombi')];

describeRealEnds({ engine: tombi, program, ends });
