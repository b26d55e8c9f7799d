/**
 * How the tools of this suite carry out what a client asks for. This is the checker's own table, written from the catalog's published
 * descriptions and defaults: a tool that is missing here is a breach, so that no new tool goes unchecked.
 */
import { isEqual, type Json } from './canonical.ts';
import { isTemplate } from './forms.ts';
import { OWN_OPERATION, type OwnTool, unitsMaxOf } from './own-tools.ts';
import type { Planned, TemplateContent } from './sold.ts';

export interface AskedStep {
  readonly tool: string;
  readonly arguments: Json;
}

const PIPELINE = 'pipeline';

/** @param content of the template version that was quoted. */
export function stepsOf({ tool, arguments: input }: AskedStep, content: TemplateContent | undefined): AskedStep[] {
  if (tool === PIPELINE) return [...(input['steps'] as readonly AskedStep[])];
  if (!isTemplate(tool)) return [{ tool, arguments: input }];
  return (filled(content?.steps ?? [], input, content) as readonly AskedStep[]).map((step) => step);
}

/** Replaces each `{"$parameter": name}` with the argument or the default. */
function filled(part: unknown, input: Json, content: TemplateContent | undefined): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((each) => filled(each, input, content));
  const name = (part as Json)['$parameter'];
  if (typeof name === 'string') return input[name] ?? content?.parameters[name]?.default;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, filled(value, input, content)]));
}

interface Work {
  readonly operation: string;
  readonly parameters: Json;
}

const work =
  (operation: string, defaults: Json = {}) =>
  (input: Json): Work => ({ operation, parameters: { ...defaults, ...input } });

const converted =
  (operation: string) =>
  (input: Json, model: unknown): Work => ({ operation, parameters: { ...input, format: model } });

/** The source and the model of a request are no parameters of its work. */
const TOOLS: Readonly<Record<string, (input: Json, model: unknown) => Work>> = {
  rehearsal: work('rehearse', { durationMs: 0, outcome: 'succeed' }),
  'image-analyze': work('analyze', { colors: 5 }),
  'image-resize': work('resize', { fit: 'inside', allowEnlargement: false, format: 'source' }),
  'image-convert': converted('convert'),
  'audio-convert': converted('convert-audio'),
  'video-thumbnails': ({ times = [], ...input }) => {
    const frames = (times as readonly number[]).map((seconds) => ({ seconds }));
    return work('thumbnail-video', { height: 640, fit: 'inside', format: 'jpeg', frames })(input);
  },
  'video-clip': work('clip-video', { quality: 'medium' }),
  'image-generate': work('generate-image'),
  'speech-generate': work('generate-speech'),
  'image-stylize': work('predict-image', { strength: 0.6 }),
  'video-generate': work('predict-video'),
  'audio-transcribe': work('transcribe'),
};

/** The call of an own tool carries the client's own arguments. */
function workOf({ name, version, manifest }: OwnTool, input: Json): Work {
  const outputs = (manifest.output?.artifacts ?? []).map(({ mimeTypes, size }) => ({ mimeTypes, ...size }));
  const files = Object.keys(manifest.files ?? {});
  const unitsMax = unitsMaxOf(manifest, input);
  return { operation: OWN_OPERATION, parameters: { tool: name, version, arguments: input, files, outputs, unitsMax } };
}

/** Returns what differs between a planned step and the client's request for it. */
export function differsFrom(
  { tool, arguments: input }: AskedStep,
  planned: Planned,
  ownTools: readonly OwnTool[],
): string[] {
  const { source, model, ...rest } = input;
  const { version } = planned.parameters as Json;
  const own = ownTools.find((each) => each.name === tool && each.version === version);
  const expected = own === undefined ? TOOLS[tool]?.(rest, model) : workOf(own, input);
  if (expected === undefined) return [`the checker does not know how ${tool} is carried out`];
  // A paid step also names its service.
  const { provider: _provider, model: _model, spare: _spare, ...parameters } = planned.parameters;
  const inputs = source === undefined ? {} : { [own === undefined ? 'source' : 'files/0']: source };
  const { sold } = planned.price;
  const isSold = sold === undefined || (sold.tool === tool && (model === undefined || sold.model === model));
  return [
    ...(isSold ? [] : [`is sold as ${JSON.stringify(sold)}, the client asked for ${tool} ${String(model)}`]),
    ...(planned.operation === expected.operation ? [] : [`is ${planned.operation}, not ${expected.operation}`]),
    ...(isEqual(parameters, expected.parameters)
      ? []
      : [`works with ${JSON.stringify(parameters)}, the client asked for ${JSON.stringify(expected.parameters)}`]),
    ...(isEqual(planned.inputs ?? {}, inputs)
      ? []
      : [`reads ${JSON.stringify(planned.inputs)}, the client named ${JSON.stringify(inputs)}`]),
  ];
}

/** The text that a provider gets with a paid step. */
export function textOf({ arguments: { prompt, text } }: AskedStep): string {
  const given = prompt ?? text;
  return typeof given === 'string' ? given : '';
}
