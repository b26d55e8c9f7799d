/** Tools, price table, validation and quotes. Does no work and accesses no store. */
export { compileReader } from './arguments/validator.ts';
export { SOUND_PADDING_SECONDS, SOUND_SECONDS_MAX } from './audio/source.ts';
export { type Catalog, type CatalogMaker, type Prepared, createCatalog, createCatalogMaker } from './catalog.ts';
export { ffmpegOfferFields } from './ffmpeg-offer.ts';
export type { FileFacts, InputRef } from './files/file.ts';
export { SAMPLE_FILES, SAMPLE_IDS } from './files/samples.ts';
export { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from './image/source.ts';
export type { JsonObject, JsonValue } from './json.ts';
export { type ImageFormat } from './image/formats.ts';
export {
  canMake,
  hasInputsOf,
  hasParametersOf,
  type InputsOf,
  type OperationName,
  type OperationOf,
  operationsOf,
  type ParametersOf,
} from './operations/types.ts';
export { type OwnTool, ownTool } from './own/tool.ts';
export { trialProblem } from './own/trial.ts';
export { distinctVersions, type OwnVersion, ownVersionOf } from './own/version.ts';
export { PIPELINE } from './pipeline/description.ts';
export { dollars } from './prices/dollars.ts';
export { changeProblems, entryProblems, type Meant } from './prices/check.ts';
export type { PriceTable, ToolPrices } from './prices/entry.ts';
export { additionsTo, overlaid } from './prices/overlay.ts';
export { PRICE_TABLE } from './prices/table.ts';
export { areListPrices, LIST_PRICE, onTerms, type PriceTerms } from './prices/terms.ts';
export { offeredVersionOf, priceVersionOf } from './prices/version.ts';
export { imageModelOf } from './providers/image-models.ts';
export { TARIFF_UNITS } from './providers/file-schema.ts';
export type { KeySource, ProviderSpec, ProvidersFile } from './providers/file.ts';
export {
  type ProviderOfferConfig,
  providerNamesOf,
  providerOfferFields,
  providerOffersOf,
  providersFileOf,
  simulatedOffersOf,
} from './providers/offers.ts';
export {
  type ProviderKind,
  type ProviderName,
  type ProviderOffers,
  runnerEntry,
  simulated,
  SIMULATED,
} from './providers/provider.ts';
export { MINIMUM_LINE, type Quote, type QuoteError } from './quote.ts';
export type { SoldAs, StepPlan } from './tool.ts';
export { templateProblems } from './templates/check.ts';
export { templateTool } from './templates/describe.ts';
export { expand, type Expanded } from './templates/expand.ts';
export { DRAWN_RANGES as WATERMARK_CHARACTERS } from './tools/image-watermark/characters.ts';
export { sheetSize } from './tools/video-contact-sheet/size.ts';
export { pixelsOf, type Size, startedHundreds, startedMegapixels, startedSeconds } from './units.ts';
export {
  RESULT_PICTURES_PER_SECOND_MAX,
  VIDEO_ENCODINGS,
  type VideoEncoding,
  type VideoQuality,
} from './video/encoding.ts';
export { VIDEO_PIXELS_MAX, VIDEO_SIDE_MAX } from './video/limits.ts';
export { encodedSize, isTooLargeVideo, resizedVideoSize } from './video/size.ts';
export { VIDEO_PICTURES_PER_SECOND_MAX, videoUnits } from './video/source.ts';
export { PICTURE_SECONDS, type PictureFit, type PictureFormat, picturedUnits } from './video/pictures.ts';
export { type Durations, withDurations } from './wire.ts';
