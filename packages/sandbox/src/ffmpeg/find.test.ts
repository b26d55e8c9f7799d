/** Which ffmpeg is accepted. Each program here prints what such a build prints. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FFMPEG_WITHOUT_ROOT, findFfmpeg } from './find.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-find-ffmpeg-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const ENCODERS = ' A....D libmp3lame  MP3\n A....D flac  FLAC\n V....D libx264  H.264\n A..X.. opus  Opus';

function program(name: string, version: string): string {
  const folder = join(directory, name);
  mkdirSync(folder);
  const script = `#!/bin/sh\ncase "$2" in -version) echo '${version}';; -encoders) echo '${ENCODERS}';; esac\n`;
  writeFileSync(join(folder, 'ffmpeg'), script, { mode: 0o755 });
  return folder;
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
  const folder = program('named', 'ffmpeg version 6.1 Copyright');
  expect(findFfmpeg(join(folder, 'ffmpeg'), '')).toMatchObject({ ok: true, ffmpeg: { version: '6.1' } });
  expect(findFfmpeg(join(folder, 'other'), folder)).toEqual({ ok: false, problem: `no program at ${folder}/other` });
  expect(findFfmpeg('ffmpeg', folder)).toEqual({ ok: false, problem: 'no program at ffmpeg' });
});

test('without one it says so', () => {
  expect(findFfmpeg('', '/nonexistent')).toEqual({ ok: false, problem: 'no ffmpeg on PATH' });
});

test('the line that needs no root is in the README as it is said', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`\n${FFMPEG_WITHOUT_ROOT}\n`);
});

test('the line that needs no root ends with an ffmpeg that is found, on no PATH', () => {
  const build = join(program('packaged', 'ffmpeg version n9.0.2-17-g2a571b6068 Copyright'), 'ffmpeg');
  const home = join(directory, 'home');
  const tools = join(directory, 'tools');
  for (const folder of [home, tools]) mkdirSync(folder);
  const python = `#!/bin/sh
[ "$*" = "-m venv $HOME/.ffmpeg" ] || { [ "$1" = -c ] && [ -e "$HOME/imageio-ffmpeg" ] && echo ${build}; exit; }
mkdir -p "$3/bin" && ln -s "$0" "$3/bin/python"
printf '#!/bin/sh\\n[ "$1" = install ] && : > "$HOME/$2"' > "$3/bin/pip" && chmod +x "$3/bin/pip"
`;
  writeFileSync(join(tools, 'python3'), python, { mode: 0o755 });
  const PATH = `${tools}:/usr/bin:/bin`;
  const asked = execFileSync('/bin/sh', ['-c', `${FFMPEG_WITHOUT_ROOT} && printf %s "$FAREBOX_FFMPEG"`], {
    env: { HOME: home, PATH },
    encoding: 'utf8',
  });
  expect(findFfmpeg(asked, '/nonexistent')).toMatchObject({ ok: true, ffmpeg: { path: build } });
});
