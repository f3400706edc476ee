import { useCompiledCode } from '#local/compiled-code.mjs';

// To people the launcher is the program: whoever kills it means us, and could not find us afterwards.
if (process.channel !== undefined) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel.unref();
}
useCompiledCode();
await import('./main.ts');
