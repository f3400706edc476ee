import { useCompiledCode } from '#local/compiled-code.mjs';

useCompiledCode();
await import('./main.ts');
