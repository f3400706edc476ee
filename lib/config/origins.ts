import type { Origin } from './layers.ts';

/** Where a setting came from, for people. */
export function formatOrigin(origin: Origin): string {
  switch (origin.kind) {
    case 'default':
      return 'default';
    case 'file':
      return `${origin.name}:${origin.line}`;
    case 'environment':
      return origin.name;
    case 'command-line':
      return origin.argument;
  }
}
