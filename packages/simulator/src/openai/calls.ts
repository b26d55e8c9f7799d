/** Parses OpenAI-compatible requests into calls. Throws Refused for a request that such a provider would refuse. */
import { type Call, type Work, digestOf } from '../call.ts';
import { Refused } from '../http/response.ts';
import { type SimulatorRequest, jsonBody, optionalField, textField } from '../http/request.ts';
import { SPEECH_SECONDS_MAX } from '../outputs/output.ts';
import { SIDE_MAX } from '../outputs/png.ts';
import { recordingSeconds } from '../recording-seconds.ts';

/** Speech of about this many characters takes a second. */
const CHARACTERS_A_SECOND = 15;

export function imageCall(request: SimulatorRequest): Call {
  const body = jsonBody(request);
  const [model, text] = [textField(body, 'model'), textField(body, 'prompt')];
  const size = typeof body['size'] === 'string' ? body['size'] : '1024x1024';
  failAsModel(model, size, 'response_format' in body);
  const { width, height } = sizeOf(size);
  const work: Work = { kind: 'picture', format: 'png', width, height, seed: digestOf(text) };
  const asLink = model.startsWith('dall-e-') && body['response_format'] !== 'b64_json';
  return {
    ...base(request),
    model,
    text,
    work: asLink ? { ...work, asLink } : work,
    digest: digestOf(request.path, request.body),
  };
}

/** Known models are as strict here as in the real services; any other model accepts everything. */
function failAsModel(model: string, size: string, asksForFormat: boolean): void {
  if (model.startsWith('gpt-image-') && asksForFormat)
    throw new Refused(400, 'unknown_parameter', 'Unknown parameter: "response_format"');
  const sizes = Object.entries(MODEL_SIZES).find(([prefix]) => model.startsWith(prefix))?.[1];
  if (sizes !== undefined && !sizes.includes(size))
    throw new Refused(400, 'invalid_value', `not one of ${sizes.join()}`);
}

const MODEL_SIZES: Readonly<Record<string, readonly string[]>> = {
  'gpt-image-': ['1024x1024', '1024x1536', '1536x1024'],
  'dall-e-3': ['1024x1024', '1024x1792', '1792x1024'],
  'dall-e-2': ['256x256', '512x512', '1024x1024'],
};

function sizeOf(text: string): { width: number; height: number } {
  const [width = 0, height = 0] = /^\d{1,4}x\d{1,4}$/.test(text) ? text.split('x').map(Number) : [];
  if (width < 1 || height < 1 || width > SIDE_MAX || height > SIDE_MAX)
    throw new Refused(400, 'invalid_request', '"size" must be like 1024x1024');
  return { width, height };
}

export function speechCall(request: SimulatorRequest): Call {
  const body = jsonBody(request);
  const [model, text] = [textField(body, 'model'), textField(body, 'input')];
  textField(body, 'voice');
  const seconds = Math.min(Math.ceil(text.length / CHARACTERS_A_SECOND), SPEECH_SECONDS_MAX);
  return {
    ...base(request),
    model,
    text,
    work: { kind: 'speech', seconds, characters: Array.from(text).length },
    digest: digestOf(request.path, request.body),
  };
}

export async function transcriptionCall(request: SimulatorRequest): Promise<Call> {
  const form = await formOf(request);
  const file = form.get('file');
  if (!(file instanceof File)) throw new Refused(400, 'invalid_request', '"file" must be a file');
  const bytes = Buffer.from(await file.arrayBuffer());
  const fields = Object.fromEntries([...form].filter((entry) => typeof entry[1] === 'string'));
  const [model, text] = [textField(fields, 'model'), optionalField(fields, 'prompt')];
  const contents = digestOf(bytes);
  const words = `A simulated transcript of ${bytes.length} bytes, ${contents.slice(0, 8)}.`;
  // The multipart boundary differs each time, so it is not part of the digest.
  const digest = digestOf(request.path, model, text, optionalField(fields, 'language'), contents);
  return {
    ...base(request),
    model,
    text,
    work: { kind: 'transcript', words, seconds: recordingSeconds(bytes) },
    digest,
  };
}

async function formOf({ body, contentType }: SimulatorRequest): Promise<FormData> {
  try {
    // Node advises a streaming parser to save memory; this body is in memory already, and bounded.
    // oxlint-disable-next-line typescript/no-deprecated
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Refused(400, 'invalid_request', 'the body is not a multipart form');
  }
}

const base = ({ token }: SimulatorRequest) => ({ provider: 'openai', token }) as const;
