/**
 * The log of an app: one JSON object per line on standard output. Secrets are removed from every line, and repeated
 * warnings are limited to five a second each.
 */
import { type Clock, limitLines } from '@farebox/kernel';
import { type DestinationStream, type Level, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { redactLine } from './redact.ts';
import { createLineWriter } from './standard-output.ts';

export type { Logger } from 'pino';
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  /** Name of the app: gateway, keeper, worker-image, … */
  readonly app: string;
  readonly level: LogLevel;
  readonly clock?: Clock;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
}

const WARN = pino.levels.values['warn'] as number;
const FATAL = pino.levels.values['fatal'] as number;

/**
 * Lines of level warn and error are limited by their message. So a message must be a constant text, and variable data
 * belongs in fields. The next written line has the number of suppressed lines in `suppressed`.
 */
export function createLogger({ app, level, clock, destination = createLineWriter() }: LoggerOptions): Logger {
  const verdict = limitLines(clock === undefined ? {} : { clock });
  return pino(
    {
      base: { app, pid: process.pid },
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: stdSerializers.err, error: stdSerializers.err },
      hooks: {
        streamWrite: redactLine,
        logMethod(args, method, levelNumber) {
          if (levelNumber < WARN || levelNumber >= FATAL) return method.apply(this, args);
          const line = verdict(kindOf(args));
          if (line.write) method.apply(this, line.suppressed === 0 ? args : withSuppressed(args, line.suppressed));
        },
      },
    },
    destination,
  );
}

type LogArguments = Parameters<Logger[Level]>;

function kindOf([first, second]: readonly unknown[]): string {
  if (typeof first === 'string') return first;
  if (typeof second === 'string') return second;
  return first instanceof Error ? first.message : 'an object';
}

function withSuppressed(args: LogArguments, suppressed: number): LogArguments {
  const [first, ...rest] = args as unknown[];
  if (typeof first === 'string') return [{ suppressed }, first, ...rest] as unknown as LogArguments;
  const fields = first instanceof Error ? { err: first } : first;
  return [{ ...(fields as object), suppressed }, ...rest] as unknown as LogArguments;
}
