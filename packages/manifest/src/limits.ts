/** The limits of a manifest. They bound the work of reading one, and keep a published tool within the limits of the service. */
import { LIMITS } from '@farebox/contract';

export const MANIFEST_LIMITS = {
  /** UTF-8 bytes of the text. */
  textBytes: 256 * 1024,
  /** Levels of objects and arrays in the whole document. A price alone may have 64. */
  depth: 72,
  /** Objects, arrays, texts, numbers and so on in the whole document. */
  values: 20_000,
  /** Words, signs, spaces and line ends of the text: five for each value. */
  lexemes: 100_000,
  nameCharacters: 200,
  titleCharacters: 100,
  descriptionCharacters: 2_000,
  /** Any other text in the document. */
  textCharacters: 4_000,
  /** Subschemas of one schema, and how deep they are nested. */
  schemaNodes: 256,
  schemaDepth: 8,
  properties: 64,
  choices: 256,
  choiceCharacters: 200,
  /** `maxItems` of an array, and of an array with `uniqueItems`. */
  items: 1_000,
  uniqueItems: 100,
  /** `maxLength` of a text: a longer one does not fit into a request. */
  characters: LIMITS.jsonBodyBytes,
  /** Characters of a regular expression, and the characters that it can match one after the other without `*` and `+`. */
  patternCharacters: 200,
  patternSize: 10_000,
  patternDepth: 8,
  pixels: LIMITS.imagePixels,
  /** The longest side that every image format can carry. */
  side: 16_383,
  /** As long as a sound that the tools of the catalog take. */
  seconds: 3_600,
  /** As much as one step of a worker may read or leave behind. */
  fileBytes: 512 * 1024 * 1024,
  /** A file inside a request to an HTTP API. */
  inlineBytes: 32 * 1024 * 1024,
  artifacts: 20,
  urlCharacters: 2_000,
  runtimeSeconds: 3_600,
  concurrency: 1_000,
  cases: 32,
} as const;
