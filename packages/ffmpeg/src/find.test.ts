/** What is taken for an ffmpeg that can be worked with. Each is a program that says what such a build says. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFfmpeg } from './find.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tollgate-find-ffmpeg-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const ENCODERS = ' A....D libmp3lame  MP3\n A....D flac  FLAC\n V....D libx264  H.264\n A..X.. opus  Opus';

function program(name: string, version: string): string {
  const place = join(directory, name);
  mkdirSync(place);
  const script = `#!/bin/sh\ncase "$2" in -version) echo '${version}';; -encoders) echo '${ENCODERS}';; esac\n`;
  writeFileSync(join(place, 'ffmpeg'), script, { mode: 0o755 });
  return place;
}

test.for([
  ['a release', 'ffmpeg version 5.1.9-0+deb12u1 Copyright', true],
  ['a later release', 'ffmpeg version n7.0.2 Copyright', true],
  ['the current sources', 'ffmpeg version N-118000-g1234567 Copyright', true],
  ['a release that is too old', 'ffmpeg version 5.0.3 Copyright', false],
  ['one of another decade', 'ffmpeg version 4.4.2 Copyright', false],
  ['another program', 'mplayer 1.5', false],
] as const)('%s: taken or not by what it says', ([title, version, isTaken]) => {
  const found = findFfmpeg('', `/nonexistent:${program(title.replaceAll(' ', '-'), version)}`);
  expect(found).toMatchObject(
    isTaken ? { ok: true, ffmpeg: { formats: ['mp3', 'flac'], videoFormats: ['h264'] } } : { ok: false },
  );
});

test('one that is named is taken and no other', () => {
  const place = program('named', 'ffmpeg version 6.1 Copyright');
  expect(findFfmpeg(join(place, 'ffmpeg'), '')).toMatchObject({ ok: true, ffmpeg: { version: '6.1' } });
  expect(findFfmpeg(join(place, 'other'), place)).toEqual({ ok: false, problem: `no program at ${place}/other` });
  expect(findFfmpeg('ffmpeg', place)).toEqual({ ok: false, problem: 'no program at ffmpeg' });
});

test('without one it says so', () => {
  expect(findFfmpeg('', '/nonexistent')).toEqual({ ok: false, problem: 'no ffmpeg on PATH' });
});
