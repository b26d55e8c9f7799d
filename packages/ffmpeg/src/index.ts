/** Finds the ffmpeg of this machine and the formats that it can write. Files are passed to ffmpeg only in a sandbox. */
export { ENCODERS, type Ffmpeg, findFfmpeg, HOW_TO_GET_FFMPEG, VIDEO_ENCODERS } from './find.ts';
export { FFMPEG_SETTING } from './setting.ts';
