/** Finds the regular expressions that run on long texts, in our code and in libraries, and those whose work can exceed the length. */
import { check } from 'recheck';

/** Text of a client that is shorter cannot cause noticeable work. */
const LONG_CHARS = 200;

export interface ExpressionRecord extends Disposable {
  /** Each expression once, with its flags. */
  readonly found: () => readonly RegExp[];
}

/** Records each expression of this process that is applied to a long text, until it is disposed of. */
export function recordExpressions(): ExpressionRecord {
  const found = new Map<string, RegExp>();
  const exec = Object.getOwnPropertyDescriptor(RegExp.prototype, 'exec')?.value as (
    this: RegExp,
    text: string,
  ) => RegExpExecArray | null;
  // Each method that takes an expression, such as `split`, calls this one.
  RegExp.prototype.exec = function recording(this: RegExp, text: string) {
    if (String(text).length >= LONG_CHARS) found.set(String(this), this);
    return exec.call(this, text);
  };
  return { found: () => [...found.values()], [Symbol.dispose]: () => void (RegExp.prototype.exec = exec) };
}

/** Returns a sentence for each expression for which some text takes more steps than a multiple of its length. */
export async function slowOnes(expressions: readonly RegExp[]): Promise<readonly string[]> {
  const slow: string[] = [];
  for (const { source, flags } of expressions) {
    const result = await check(source, flags.replace(/[dgy]/g, ''), { timeout: 30_000 });
    if (result.status === 'safe') continue;
    const finding = result.status === 'vulnerable' ? result.complexity.summary : result.error.kind;
    slow.push(`/${source}/${flags}: ${finding}`);
  }
  return slow;
}
