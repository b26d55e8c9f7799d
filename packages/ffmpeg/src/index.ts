/** Which ffmpeg this machine has, and what it can make. It gives no file to it: that is done in a sandbox alone. */
export { ENCODERS, type Ffmpeg, findFfmpeg, HOW_TO_GET_FFMPEG, VIDEO_ENCODERS } from './find.ts';
export { FFMPEG_SETTING } from './setting.ts';
