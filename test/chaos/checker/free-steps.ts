/** Adds a step of our own machines to the success of the sound run. Only tests use it. */
import type { Json } from './canonical.ts';
import type { Evidence, Planned } from './evidence.ts';
import { reorder, showAgain } from './reordered.ts';
import type { Mutable } from './mutable.ts';
import { showRows } from './sound-beside.ts';
import { inputOf, planFor, QUOTED } from './sound-orders.ts';

/** Adds a free step to the success: our own machines convert speech. */
export function convertSpeech(evidence: Mutable<Evidence>): void {
  const { steps, files, storage, objects } = evidence;
  addFreeStep(evidence, { operation: 'convert-audio', parameters: { format: 'mp3' }, asked: { model: 'mp3' } });
  const [step, file] = [steps[0]!, files[0]!];
  steps.push({ ...step, index: 1, units: 5 });
  const object_key = 'projects/proj_1/executions/exe_1/1-0-abc';
  storage[0]!.stored_bytes += file.size_bytes;
  const heard = { mime_type: 'audio/mpeg', width: null, height: null, duration_seconds: 4.7 };
  files.push({ ...file, ...heard, id: 'file_2', step: 1, object_key });
  objects.push({ ...objects[0]!, key: object_key });
  showRows(evidence);
}

/** The added step is a clip of the film instead. */
export function clipFilm(evidence: Mutable<Evidence>): void {
  convertSpeech(evidence);
  const { executions, steps, files } = evidence;
  const asked = { startSeconds: 2, endSeconds: 3 };
  addFreeStep(evidence, { operation: 'clip-video', parameters: { ...asked, quality: 'medium' }, asked });
  steps.at(-1)!.units = 2;
  executions[0]!.billing!.at(-1)!.quantity = 2;
  showAgain(evidence);
  Object.assign(files[1]!, { mime_type: 'video/mp4', width: 2, height: 1, duration_seconds: 1.02 });
  showRows(evidence);
}

interface FreeStep extends Pick<Planned, 'operation' | 'parameters'> {
  readonly asked: Json;
}

/** The success becomes a pipeline of its call and this step. */
function addFreeStep(evidence: Mutable<Evidence>, { operation, parameters, asked }: FreeStep): void {
  const [execution] = evidence.executions;
  const price = { unit: 'second', unitPriceMicros: '0', unitsMax: 5 };
  const source = { fileId: 'file_sample' };
  const free = { engine: 'av', operation, parameters, inputs: { source }, price };
  const input = inputOf('ok');
  const tool = operation === 'clip-video' ? 'video-clip' : 'audio-convert';
  const called = { tool: 'image-generate', arguments: input };
  execution!.billing = [execution!.billing![0]!, { step: 1, unit: 'second', quantity: 5, amountMicros: 0 }];
  reorder(evidence, 'exe_1', {
    tool: 'pipeline',
    arguments: { steps: [called, { tool, arguments: { source, ...asked } }] },
    model: null,
    plan: [planFor(input), free],
    lines: [...QUOTED.lines, ['second', 0, 5, 0]],
  });
}
