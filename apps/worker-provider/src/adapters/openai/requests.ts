/**
 * Builds requests of the OpenAI-compatible dialect as bytes, before anything is committed, so that building cannot fail
 * later.
 */
import { readFile } from 'node:fs/promises';
import { imageModelOf } from '@farebox/catalog';

export interface OpenAiRequest {
  readonly path: string;
  readonly contentType: string;
  readonly body: Buffer | string;
  /** Content of a successful response. */
  readonly result: 'image' | 'speech' | 'text';
}

export interface ImageParameters {
  readonly model: string;
  readonly prompt: string;
  readonly size: string;
}

export const imageRequest = ({ model, prompt, size }: ImageParameters): OpenAiRequest => ({
  ...json({ model, prompt, size, n: 1, ...(imageModelOf(model).takesResponseFormat ? IN_THE_RESPONSE : {}) }),
  path: '/images/generations',
  result: 'image',
});

/** Requests the file inside the response. Without it, the response has a link that expires in an hour. */
const IN_THE_RESPONSE = { response_format: 'b64_json' } as const;

export interface SpeechParameters {
  readonly model: string;
  readonly text: string;
  readonly voice: string;
}

export const speechRequest = ({ model, text, voice }: SpeechParameters): OpenAiRequest => ({
  ...json({ model, input: text, voice, response_format: 'mp3' }),
  path: '/audio/speech',
  result: 'speech',
});

export interface TranscriptionParameters {
  readonly model: string;
  readonly language?: string;
  readonly prompt?: string;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
};

export async function transcriptionRequest(
  { model, language, prompt }: TranscriptionParameters,
  source: { readonly path: string; readonly mimeType: string },
): Promise<OpenAiRequest> {
  const form = new FormData();
  const file = new Blob([await readFile(source.path)], { type: source.mimeType });
  // The provider detects the format by the file name extension. No other part of the customer's file name is sent.
  form.set('file', file, `source.${EXTENSIONS[source.mimeType] ?? 'bin'}`);
  form.set('model', model);
  if (language !== undefined) form.set('language', language);
  if (prompt !== undefined) form.set('prompt', prompt);
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
    path: '/audio/transcriptions',
    result: 'text',
  };
}

const json = (value: object) => ({ contentType: 'application/json', body: JSON.stringify(value) });
