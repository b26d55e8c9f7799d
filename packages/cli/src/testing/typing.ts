/** Types user commands, with standard input and output. Used by tests only. */
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { run } from '../program/run.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { recordingContext } from './recording-context.ts';

export interface Typing {
  /** Input of the person at the terminal; if omitted, there is no terminal. */
  readonly typed?: string[];
  readonly input?: Buffer;
  /** Receives the progress lines; if omitted, there is no terminal. */
  readonly draw?: (line: string) => void;
  /** Aborts when the user presses Ctrl-C. */
  readonly stop?: AbortSignal;
  /** Called for each line of standard output as it is written. */
  readonly onSaid?: (line: string) => void;
  readonly env?: Readonly<Record<string, string>>;
  /** Options added to every line. */
  readonly where?: readonly string[];
}

export interface Typed {
  readonly code: number;
  readonly said: string;
  readonly told: string;
  /** Bytes written to standard output. */
  readonly bytes: Buffer;
}

type Usual = Required<Pick<Typing, 'env' | 'where'>>;

export const typist =
  (usual: Usual) =>
  async (line: string, typing: Typing = {}): Promise<Typed> =>
    ranLine(line, { ...usual, ...typing, env: { ...usual.env, ...typing.env } });

async function ranLine(line: string, { typed, input, draw, stop, onSaid, env, where }: Typing & Usual): Promise<Typed> {
  const written: Buffer[] = [];
  const streams = {
    ...NO_STREAMS,
    draw: draw ?? null,
    ...(stop === undefined ? {} : { stop: () => stop }),
    input: () => Readable.from(input === undefined ? [] : [input]),
    write: async (bytes: Readable) => {
      for await (const part of bytes) written.push(Buffer.from(part as Uint8Array));
    },
  };
  const recording = recordingContext({ env }, typed);
  const say = (text: string): void => {
    recording.say(text);
    onSaid?.(text);
  };
  const context = { ...recording, say, streams };
  const code = await run([...line.split(' '), ...where], context);
  return { code, said: context.said.join('\n'), told: context.told.join('\n'), bytes: Buffer.concat(written) };
}

/** The completions that a shell offers for a line. */
export async function completed(type: ReturnType<typeof typist>, line: string): Promise<string> {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((text: string) => void lines.push(text));
  await type(`complete -- ${line}`, { where: [] });
  log.mockRestore();
  return lines.join('\n');
}
