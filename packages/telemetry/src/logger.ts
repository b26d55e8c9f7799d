/**
 * The log of an app: one JSON object per line on standard output. Secrets are removed from every line, and repeated
 * warnings are limited to five a second together.
 */
import { type Clock, limitLines, type LineVerdict } from '@farebox/kernel';
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

/** The parts of a logger that createLineLog needs and pino does not give. */
export interface LogOutput {
  readonly app: string;
  readonly destination: DestinationStream & { readonly writeSoon?: (line: string) => void };
  /** Shared with the warnings, so that an outage writes five lines a second in total. */
  readonly verdict: (kind: string) => LineVerdict;
}

const outputs = new WeakMap<Logger, LogOutput>();
/** Undefined for a child, and for a logger that createLogger did not make. */
export const outputOf = (logger: Logger): LogOutput | undefined => outputs.get(logger);

/** Maximum repeated warnings a second, of all messages together; errors have as many. */
const REPEATS_PER_SECOND = 5;
const WARN = pino.levels.values['warn'] as number;
const FATAL = pino.levels.values['fatal'] as number;

/**
 * Lines of level warn and error are limited by their message: the first of a minute is written, then at most five a
 * second of one message and of all. So a message must be a constant text, and variable data belongs in fields. The next
 * written line has the number of suppressed lines in `suppressed`.
 */
export function createLogger({ app, level, clock, destination = createLineWriter() }: LoggerOptions): Logger {
  const limits = { repeatsPerSecond: REPEATS_PER_SECOND, ...(clock === undefined ? {} : { clock }) };
  const [warnings, errors] = [limitLines(limits), limitLines(limits)];
  const logger = pino(
    {
      base: { app, pid: process.pid },
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describe, error: describe },
      hooks: {
        streamWrite: redactLine,
        logMethod(args, method, levelNumber) {
          if (levelNumber < WARN || levelNumber >= FATAL) return method.apply(this, args);
          const line = (levelNumber === WARN ? warnings : errors)(kindOf(args));
          if (line.write) method.apply(this, line.suppressed === 0 ? args : withSuppressed(args, line.suppressed));
        },
      },
    },
    destination,
  );
  outputs.set(logger, { app, destination, verdict: warnings });
  return logger;
}

/**
 * Without the other properties of an error: an error of PostgreSQL carries the row that it refused, and one of a client
 * its request.
 */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : { type: typeof error };
  const { type, message, stack, code } = stdSerializers.err(error) as ReturnType<typeof stdSerializers.err> & {
    readonly code?: unknown;
  };
  const known = typeof code === 'string' || typeof code === 'number' ? { code } : {};
  return { type, message, stack, ...known };
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
