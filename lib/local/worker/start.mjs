import { useCompiledCode } from '../compiled-code.mjs';

useCompiledCode();
await import('./main.ts');
