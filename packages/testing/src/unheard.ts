/** Errors that nobody listened to: each would have ended a process of ours, where a test's goes on. */
export function unheardErrors(): { readonly errors: readonly unknown[] } & Disposable {
  const errors: unknown[] = [];
  const note = (error: unknown): void => void errors.push(error);
  process.on('uncaughtExceptionMonitor', note);
  return { errors, [Symbol.dispose]: () => void process.off('uncaughtExceptionMonitor', note) };
}
