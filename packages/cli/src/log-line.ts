/**
 * Turns a log line of an application into a line for the terminal. Only warnings, errors and lines that are not JSON (a
 * stack trace, a warning of Node) are shown.
 */

/** Detected without parsing, because there can be thousands of lines per second. */
const QUIET = /^\{"level":"(?:trace|debug|info)"/;
/** Fields that repeat what the prefix or the terminal already shows. */
const OMITTED: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'app', 'msg', 'err']);
const LINE_LENGTH_MAX = 400;

/** Null if the line belongs only in the log file. */
export function warningIn(line: string): string | null {
  if (line === '' || QUIET.test(line)) return null;
  const entry = parse(line);
  if (entry === undefined) return cut(line);
  const parts = [text(entry['level']), text(entry['msg']), errorText(entry['err']), ...fields(entry)];
  return cut(parts.filter((part) => part !== '').join(' '));
}

const WORKING = '"msg":"working"';

/** The isolation of a worker's decoders, from its ready line; null for any other line. */
export function isolationIn(line: string): string | null {
  if (!line.includes(WORKING)) return null;
  const isolation = parse(line)?.['isolation'];
  return typeof isolation === 'string' && isolation !== '' ? cut(isolation) : null;
}

type Entry = Readonly<Record<string, unknown>>;

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return text(error);
  const { type, message } = error as { type?: unknown; message?: unknown };
  return [text(type), text(message)].filter((part) => part !== '').join(': ');
}

function fields(entry: Entry): string[] {
  const shown = Object.entries(entry).filter(([name, value]) => !OMITTED.has(name) && value !== undefined);
  return shown.map(([name, value]) => `${name}=${text(value)}`);
}

function text(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const cut = (line: string): string => (line.length <= LINE_LENGTH_MAX ? line : `${line.slice(0, LINE_LENGTH_MAX)}…`);
