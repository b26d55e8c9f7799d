/** Defences around ffmpeg: its arguments, and the bounds of what it reports, for sound and video. */
import type { Mutant } from '../mutant.ts';

const INPUT = 'apps/worker-av/src/ffmpeg/input.ts';

export const avMutants: readonly Mutant[] = [
  {
    name: 'the ffmpeg of the av worker finds out by itself what a file is',
    threat: 'media parsers',
    file: INPUT,
    defence: '  ...DEMUXERS[mimeType],\n',
    without: '',
    tests: ['apps/worker-av/src/hostile.test.ts'],
    titles: ['ffmpeg itself opens no file or address named in its input, in: %s'],
  },
  {
    name: 'what a sound says of itself is in the result',
    threat: 'media parsers',
    file: 'apps/worker-av/src/ffmpeg/sound.ts',
    defence: "'-map_metadata', '-1', ",
    without: '',
    tests: ['apps/worker-av/src/convert-audio.test.ts'],
    titles: ['makes %s of the same duration that contains nothing but audio'],
  },
  {
    name: 'what a client wrote is a part of a graph of filters',
    threat: 'media parsers',
    file: 'apps/worker-av/src/ffmpeg/filters.ts',
    defence: "invariant(WORD.test(value), 'a filter option is one of our own words');",
    without: '',
    tests: ['apps/worker-av/src/ffmpeg/filters.test.ts'],
    titles: ['%j is refused as a word'],
  },
  {
    name: 'a film has any number of pictures a second for the price of some',
    threat: 'media parsers',
    file: 'apps/worker-av/src/video/source.ts',
    defence: 'if (isTooLarge || isTooDense)',
    without: 'if (isTooLarge)',
    tests: ['apps/worker-av/src/video/source.test.ts'],
    titles: ['is too large with %s'],
  },
  {
    name: 'sound lasts any number of frames longer than its times say',
    threat: 'media parsers',
    file: 'packages/media/src/inspect/mp4/track.ts',
    defence: "must(whole <= played || agrees(played, sound), 'sound that lasts longer than its times say');",
    without: 'void whole;',
    tests: ['packages/media/src/inspect/hostile-media.test.ts'],
    titles: [
      'audio with a too short declared last frame lasts as long as it decodes to; with more such frames it is refused',
    ],
  },
  {
    name: 'an encoder of floats is given what is no number',
    threat: 'media parsers',
    file: 'apps/worker-av/src/ffmpeg/full-scale.ts',
    defence: "filter('aformat', { sample_fmts: 's32' })",
    without: "filter('anull')",
    tests: ['apps/worker-av/src/hostile.test.ts'],
    titles: ['samples of %d are limited to full scale'],
  },
  {
    name: 'a page of Ogg may be damaged',
    threat: 'media parsers',
    file: 'packages/media/src/inspect/ogg.ts',
    defence: "must(crc === u32le(bytes, at + CRC_AT), 'a page that was damaged');",
    without: 'void crc;',
    tests: ['packages/media/src/inspect/ogg.test.ts'],
    titles: ['a file is refused if any single byte is changed'],
  },
  {
    name: 'a program fills its folder with files without end',
    threat: 'media parsers',
    file: 'packages/sandbox/src/limit.ts',
    defence: 'const bounds = { filesMax: roomFilesMax,',
    without: 'const bounds = { filesMax: Number.MAX_SAFE_INTEGER + 0 * roomFilesMax,',
    tests: ['packages/sandbox/src/program.test.ts'],
    titles: ['is ended if it fills its working directory with %s'],
  },
];
