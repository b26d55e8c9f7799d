/** Uploads: reading them from the wire, and checking their content. No decoder, no storage, no HTTP. */
export { inspect, type Inspected, inspectFile } from './inspect/inspect.ts';
export type { Inspection } from './inspect/inspection.ts';
export type { Video } from './inspect/mp4/mp4.ts';
export { isAnimatedPng } from './inspect/png-animation.ts';
export { soundBits } from './inspect/sound-bits.ts';
export { measureVideo } from './inspect/video.ts';
export { createInspector, type Inspector } from './inspector/inspector.ts';
export { type ExpectedFile, readFile } from './upload/read-file.ts';
export { readUpload, type ReserveBytes, type UploadReading } from './upload/read-upload.ts';
