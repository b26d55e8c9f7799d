/** Collects errors without a listener: each would end a process of the product, but a test's process continues. */
export function unheardErrors(): { readonly errors: readonly unknown[] } & Disposable {
  const errors: unknown[] = [];
  const note = (error: unknown): void => void errors.push(error);
  process.on('uncaughtExceptionMonitor', note);
  return { errors, [Symbol.dispose]: () => void process.off('uncaughtExceptionMonitor', note) };
}
