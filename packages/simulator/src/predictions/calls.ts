/** Parses a prediction request into a call. The input decides the output; every model is known. */
import { type Call, type Work, digestOf } from '../call.ts';
import { Refused } from '../http/response.ts';
import { type SimulatorRequest, optionalField } from '../http/request.ts';
import { VIDEO_SECONDS_MAX } from '../outputs/output.ts';
import { pictureSize } from '../outputs/picture-size.ts';
import { SIDE_MAX } from '../outputs/png.ts';
import { predictionForm } from './request-form.ts';

const SIDE_DEFAULT = 512;
const SCALE_MAX = 10;
/** Maximum side that every format supports. */
const PICTURE_SIDE_MAX = 16_383;

/** @param name `owner/name` of the path, or null for the common path. Throws Refused. */
export function predictionCall(request: SimulatorRequest, name: string | null): Call {
  const { model, input } = predictionForm(request, name);
  const text = optionalField(input, 'prompt');
  const work = workOf(model, input, digestOf(text));
  const { token } = request;
  return { provider: 'predictions', token, model, text, work, digest: digestOf(request.path, request.body) };
}

function workOf(model: string, input: Readonly<Record<string, unknown>>, seed: string): Work {
  const seconds = input['seconds'] ?? input['duration'];
  if (seconds !== undefined || model.includes('video'))
    return { kind: 'video', seconds: within(seconds ?? 1, VIDEO_SECONDS_MAX, 'seconds') };
  if (typeof input['image'] === 'string' && input['prompt'] === undefined) return ofPicture(input, seed);
  const format = input['output_format'] === 'jpg' || input['output_format'] === 'jpeg' ? 'jpeg' : 'png';
  const [width, height] = [input['width'] ?? SIDE_DEFAULT, input['height'] ?? SIDE_DEFAULT];
  return {
    kind: 'picture',
    format,
    width: within(width, SIDE_MAX, 'width'),
    height: within(height, SIDE_MAX, 'height'),
    seed,
  };
}

/** With a scale, returns an enlarged image; without one, its foreground on transparency. */
function ofPicture({ image, scale }: Readonly<Record<string, unknown>>, seed: string): Work {
  const { width, height } = pictureSize(image);
  const times = scale === undefined ? 1 : within(scale, SCALE_MAX, 'scale');
  const size = {
    width: within(width * times, PICTURE_SIDE_MAX, 'image'),
    height: within(height * times, PICTURE_SIDE_MAX, 'image'),
  };
  return { kind: 'picture', format: 'png', ...size, seed, transparent: scale === undefined };
}

function within(value: unknown, max: number, name: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > max)
    throw new Refused(422, 'invalid_request', `"input.${name}" must be an integer from 1 to ${max}`);
  return value;
}
