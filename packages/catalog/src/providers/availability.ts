/** Whether this deployment has what a tool needs, such as an external service. */
import { AUDIO_FORMAT_NAMES, type AudioFormat } from '@farebox/kernel';
import type { PricedUse } from '../priced-use.ts';
import type { ToolDefinition } from '../tool.ts';
import type { ProviderOffers } from './provider.ts';

export type Availability = { readonly available: true } | { readonly available: false; readonly reason: string };

/** `tool`, `tool/model`, or `/format` for an audio format → the reason why it is unavailable. */
export type Unavailable = Readonly<Record<string, string>>;

const AVAILABLE: Availability = { available: true };
const NOT_CONFIGURED = 'This deployment has no external service for it.';
const NO_FFMPEG_FOR = 'The ffmpeg of this deployment cannot write';
const NO_FFMPEG = 'This deployment has no ffmpeg that can do it.';

/** Everything configured here that a tool may need. */
export interface Configured {
  readonly providers: ProviderOffers;
  readonly audioFormats: ReadonlySet<string>;
  readonly videoFormats: ReadonlySet<string>;
}

/** A tool is offered if at least one of its models is. */
export function unconfigured(tools: readonly ToolDefinition[], configured: Configured): Unavailable {
  const unwritable = AUDIO_FORMAT_NAMES.filter((format) => !configured.audioFormats.has(format));
  return Object.fromEntries([
    ...tools.flatMap((tool) => missingOf(tool, configured)),
    ...unwritable.map((format) => [pointerOf(format), `${NO_FFMPEG_FOR} ${format}.`] as const),
  ]);
}

/** The key of an audio format. No tool name begins with a slash. */
const pointerOf = (format: AudioFormat): string => `/${format}`;

function missingOf(tool: ToolDefinition, configured: Configured): (readonly [string, string])[] {
  const need = needOf(tool, configured);
  if (need === null) return [];
  const { name, models } = tool;
  const missing = models.filter((model) => !need.isMet(model.name)).map((model) => `${name}/${model.name}`);
  const isMissing = models.length === 0 ? !need.isMet(null) : missing.length === models.length;
  return (isMissing ? [name, ...missing] : missing).map((each) => [each, need.reason]);
}

interface Need {
  /** For a model; null for a tool without models. */
  readonly isMet: (model: string | null) => boolean;
  readonly reason: string;
}

/** Null if the tool needs nothing that could be missing. */
function needOf(tool: ToolDefinition, { providers, audioFormats, videoFormats }: Configured): Need | null {
  const { name, provider, encodes, needsFfmpeg = false } = tool;
  if (provider !== undefined) return { isMet: (model) => providers.has(`${name}/${model}`), reason: NOT_CONFIGURED };
  if (encodes !== undefined) return { isMet: (model) => videoFormats.has(encodes(model)), reason: NO_FFMPEG };
  if (!needsFfmpeg) return null;
  return { isMet: (model) => (model === null ? audioFormats.size > 0 : audioFormats.has(model)), reason: NO_FFMPEG };
}

/** @param model null for the tool as a whole. */
export function availabilityOf(reasons: ReadonlyMap<string, string>, tool: string, model: string | null): Availability {
  const reason = reasons.get(tool) ?? (model === null ? undefined : reasons.get(`${tool}/${model}`));
  return reason === undefined ? AVAILABLE : { available: false, reason };
}

/** Whether this deployment can write the audio format that a call makes. */
export const writable = (reasons: ReadonlyMap<string, string>, { use: { soundFormat } }: PricedUse): Availability =>
  soundFormat === null ? AVAILABLE : availabilityOf(reasons, pointerOf(soundFormat), null);

/** Whether the configured model can do what this call asks for. */
export function withinLimits({ service, use }: PricedUse): Availability {
  const model = service?.model ?? null;
  const limit = model === null ? null : use.limitOf(model);
  return limit === null ? AVAILABLE : { available: false, reason: limit };
}

/** Combines several needs: the first one that is missing decides. */
export const together = (all: readonly Availability[]): Availability =>
  all.find(({ available }) => !available) ?? AVAILABLE;
