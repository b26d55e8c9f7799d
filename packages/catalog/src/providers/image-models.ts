/**
 * Parameters that image models of OpenAI-compatible services accept, by model name. No size is accepted by all of
 * them, and some refuse a parameter that others need. An unknown model is assumed to accept everything.
 */
export interface ImageModel {
  /** Null if any size is accepted. */
  readonly sizes: readonly string[] | null;
  /** Whether the request must ask for the file itself; models that always return the file refuse this parameter. */
  readonly takesResponseFormat: boolean;
}

/** Matched by the beginning of the model name, after the owner's name if there is one. */
const KNOWN: readonly (readonly [prefix: string, model: ImageModel])[] = [
  ['gpt-image-', { sizes: ['1024x1024', '1536x1024', '1024x1536'], takesResponseFormat: false }],
  ['dall-e-3', { sizes: ['1024x1024', '1792x1024', '1024x1792'], takesResponseFormat: true }],
  ['dall-e-2', { sizes: ['256x256', '512x512', '1024x1024'], takesResponseFormat: true }],
];
const UNKNOWN: ImageModel = { sizes: null, takesResponseFormat: true };

export function imageModelOf(name: string): ImageModel {
  const own = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  return KNOWN.find(([prefix]) => own.startsWith(prefix))?.[1] ?? UNKNOWN;
}
