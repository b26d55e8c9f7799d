/** One JSON log line of an application, as a person reads it. What is not JSON (a stack trace, a warning of Node) stays as it is. */

export interface LogLine {
  /** pino's number: 30 info, 40 warning, 50 error, 60 fatal. What is not JSON counts as a warning. */
  readonly level: number;
  readonly text: string;
}

export const WARNING = 40;
const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
/** Says nothing that the prefix and the terminal do not say. */
const OMITTED: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'app', 'name', 'msg', 'err', 'v']);
const LINE_LENGTH_MAX = 400;

export function readLogLine(line: string): LogLine {
  const entry = parse(line);
  if (entry === undefined) return { level: WARNING, text: cut(line) };
  const level = typeof entry['level'] === 'number' ? entry['level'] : WARNING;
  const parts = [LEVELS[level] ?? String(level), text(entry['msg']), errorText(entry['err']), ...fields(entry)];
  return { level, text: cut(parts.filter((part) => part !== '').join(' ')) };
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
