export function builtFolder(project: string): string;
export function findBuiltStart(project: string): Promise<string | undefined>;
export function stateOf(path: string): string;
export function digestOf(path: string): Promise<string>;
export function findBuilder(project: string): string | undefined;
