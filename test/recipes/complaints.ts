/** The compiler's errors in a copy of the project that a recipe has changed. */
import type { Copy } from '@farebox/testing';

/** Files with an error, each once. */
export function complaintsOf(copy: Copy): string[] {
  const { output } = copy.typecheck();
  return [...new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file]) => file!))];
}
