import { askProgram } from './ask-program.ts';
import { askMessage } from './ask-messages.ts';

/**
 * The other end of `askApart`: a process that is small and stays so, since to start a program takes the longer the more
 * memory its parent has.
 */
process.on('message', (message: unknown) => {
  const { id, question } = askMessage.parse(message);
  void askProgram({}, question).then((answer) => process.send?.({ id, answer }));
});

// An interrupt is meant for the session, which ends this process by disconnecting from it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
