/** How a start uses the ffmpeg that it finds, or does without one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withFfmpeg } from './local-ffmpeg.ts';

const SCRIPT = `#!/bin/sh
case "$2" in
  -version) echo 'ffmpeg version 7.0 Copyright';;
  -encoders) echo ' A....D libopus Opus
 V....D libx264 H.264';;
esac
`;
let directory: string;
let path: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-local-ffmpeg-'));
  path = join(directory, 'ffmpeg');
  writeFileSync(path, SCRIPT, { mode: 0o755 });
});
afterAll(() => rmSync(directory, { recursive: true }));

test('the tools that the found ffmpeg can run are offered, and the worker gets its path', () => {
  const { env, missing } = withFfmpeg({ PATH: directory, LANG: 'C' });
  expect(missing).toBeNull();
  expect(env).toEqual({
    PATH: directory,
    LANG: 'C',
    FAREBOX_AUDIO_FORMATS: 'opus',
    FAREBOX_VIDEO_FORMATS: 'h264',
    FAREBOX_FFMPEG: path,
  });
});

test('an explicit list of offered tools stays, because another machine may run them', () => {
  expect(withFfmpeg({ PATH: directory, FAREBOX_AUDIO_FORMATS: 'mp3,wav' }).env).toMatchObject({
    FAREBOX_AUDIO_FORMATS: 'mp3,wav',
  });
});

test('without ffmpeg no tool is offered, no worker gets a path, and one line says how to install it', () => {
  const { env, missing } = withFfmpeg({ PATH: '/nonexistent', FAREBOX_FFMPEG: '' });
  expect(env).toEqual({ PATH: '/nonexistent' });
  expect(missing).toMatch(
    /^The audio and video tools are not available: no ffmpeg on PATH\. To enable them, install ffmpeg .*FAREBOX_FFMPEG=\$\(.*\)$/,
  );
});
