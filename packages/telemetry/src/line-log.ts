/**
 * Writes lines whose fields are ids, numbers and words of our own, such as one for each request. Building the text here
 * costs a quarter of a line of pino with its redaction. A value that could be anything else, a secret included, makes the
 * line take the usual way through the redaction.
 */
import type { LineVerdict } from '@farebox/kernel';
import { type Logger, outputOf } from './logger.ts';

export type LineFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface LineOptions {
  /**
   * Names a kind of line that an outage or a hostile client can repeat without end. Such lines share the limit of the
   * warnings.
   */
  readonly limitedAs?: string | undefined;
}

export type LineLog = (message: string, fields: LineFields, options?: LineOptions) => void;

/** Ids, route patterns, times, versions: nothing that JSON escapes. */
const PLAIN = /^[\w ./{}:*,+-]{0,200}$/;
/** An API key consists of plain characters too. */
const isPlain = (value: string): boolean => PLAIN.test(value) && !value.includes('fb_');

/** The lines have the level info. `message` and the names of fields are constant texts. */
export function createLineLog(logger: Logger): LineLog {
  const output = outputOf(logger);
  if (output === undefined) return (message, fields) => logger.info(fields, message);
  const { app, destination, verdict } = output;
  const writeSoon = destination.writeSoon ?? ((line: string) => destination.write(line));
  const base = `"app":${JSON.stringify(app)},"pid":${process.pid}`;
  return (message, fields, { limitedAs } = {}) => {
    if (!logger.isLevelEnabled('info')) return;
    const line: LineVerdict = limitedAs === undefined ? { write: true, suppressed: 0 } : verdict(limitedAs);
    if (!line.write) return;
    const all = line.suppressed > 0 ? { ...fields, suppressed: line.suppressed } : fields;
    const body = textOf(all);
    if (body === null) return logger.info(all, message);
    writeSoon(`{"level":"info","time":"${new Date().toISOString()}",${base}${body},"msg":"${message}"}\n`);
  };
}

/** Null if a value is not plain. */
function textOf(fields: LineFields): string | null {
  let text = '';
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') text += `,"${name}":${value}`;
    else if (isPlain(value)) text += `,"${name}":"${value}"`;
    else return null;
  }
  return text;
}
