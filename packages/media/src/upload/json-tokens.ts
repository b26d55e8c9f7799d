/**
 * Bytes, in pieces, to JSON tokens; strings come in pieces, too, so that none is ever whole in memory. Strict: complete,
 * valid UTF-8, no byte order mark, nothing behind the value. stream-json's tokenizer is driven directly, without streams.
 */
import { getManyValues, isMany, none } from 'stream-chain/core';
import { jsonParser, type Token } from 'stream-json/core/parser.js';

export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
}

export interface JsonTokenizer {
  /** Throws JsonSyntaxError. */
  write(bytes: Buffer): readonly Token[];
  /** Throws JsonSyntaxError when the text is not complete. */
  end(): readonly Token[];
}

export function createJsonTokenizer(): JsonTokenizer {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parse = jsonParser({ packValues: false });

  const feed = (input: string | typeof none): readonly Token[] => {
    const output: unknown = parse(input as string);
    return isMany(output) ? (getManyValues(output) as Token[]) : [];
  };

  return {
    write: (bytes) => strictly(() => feed(decoder.decode(bytes, { stream: true }))),
    end: () => strictly(() => [...feed(decoder.decode()), ...feed(none)]),
  };
}

function strictly<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new JsonSyntaxError('not JSON', { cause: error });
  }
}
