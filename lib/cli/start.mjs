import { useCompiledCode } from '#local/compiled-code.mjs';

// To people the launcher is the program: a person who kills it means this process too.
if (process.channel !== undefined) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel.unref();
}
useCompiledCode();
await import('./main.ts');
