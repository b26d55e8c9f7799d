/**
 * What image models of OpenAI-compatible services take, by their names: no one size is taken by all of them, and some refuse a parameter
 * that others need. A model that is not known here is taken to be compatible with everything.
 */
export interface ImageModel {
  /** Null: any. */
  readonly sizes: readonly string[] | null;
  /** Whether it must be asked to answer with the file itself; one that always does refuses to be asked. */
  readonly takesResponseFormat: boolean;
}

/** By the beginning of the name, behind the owner's where there is one. */
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
