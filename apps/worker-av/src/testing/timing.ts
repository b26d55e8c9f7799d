/** Videos whose pictures or whose audio come at uneven times, and the times that another program reads. */
import { execFileSync } from 'node:child_process';
import { make } from './media.ts';

/** An argument may not contain a space. */
const words = (text: string): readonly string[] => text.split(' ');

const PICTURES = words('-c:v libx264 -preset ultrafast -bf 0 -pix_fmt yuv420p');
const TIMED = (clock: number, lastTicks: number): readonly string[] =>
  words(
    `-video_track_timescale ${clock} -enc_time_base 1:${clock} -fps_mode vfr -bsf:v setts=pts=PTS:dts=DTS:duration=${lastTicks}`,
  );

/** 25 pictures per second for one second, then one at 1, 1.48, 1.96, … until 4 s, at which it ends. */
export const unevenFilm = (path: string): string =>
  make(path, [
    ...words("-f lavfi -i testsrc2=s=160x90:r=25:d=4,select='lt(t,1)+not(mod(n-25,12))'"),
    ...PICTURES,
    ...TIMED(12_800, 1024),
  ]);

/** Ten pictures in one second; the last one is shown until 4 s. */
export const lastingFilm = (path: string): string =>
  make(path, [...words('-f lavfi -i testsrc2=s=160x90:r=10:d=1'), ...PICTURES, ...TIMED(10_000, 31_000)]);

/** Two seconds from the middle of a video, by an edit list: it begins between two key frames. */
export function editedFilm(path: string): string {
  const input = '-f lavfi -i testsrc2=s=160x90:r=25:d=4 -f lavfi -i sine=d=4';
  const whole = words(`${input} -c:a aac -c:v libx264 -g 50 -pix_fmt yuv420p`);
  return make(path, ['-ss', '1.3', '-t', '2', '-i', make(path.replace('.mp4', '-whole.mp4'), whole), '-c', 'copy']);
}

/** Three seconds; the audio is missing from 1 to 2 s, or until 0.7 s. */
export function holedFilm(path: string, hole: 'gap' | 'late'): string {
  const isLate = hole === 'late';
  const shown = [...words('-f lavfi -i testsrc2=s=160x90:r=25:d=3'), ...PICTURES];
  const film = make(path.replace('.mp4', '-film.mp4'), shown);
  const tone = words(`-f lavfi -i aevalsrc='0.3*sin(2*PI*440*t)':s=44100:d=${isLate ? 2.3 : 3} -c:a aac`);
  const sound = make(path.replace('.mp4', '.m4a'), tone);
  const [later, drop] = isLate ? [['-itsoffset', '0.7'], []] : [[], DROP];
  return make(path, ['-i', film, ...later, '-i', sound, '-c', 'copy', ...drop]);
}

const DROP = words("-bsf:a noise=amount=0:drop='between(pts*tb,1,2)'");

/** The times at which the pictures of this file are shown, in order. */
export function timesIn(path: string): readonly number[] {
  const shown = '-v error -select_streams v:0 -show_entries frame=best_effort_timestamp_time -of csv=p=0';
  const told = execFileSync('ffprobe', [...words(shown), path], { encoding: 'utf8' });
  return told
    .split('\n')
    .filter((line) => line !== '')
    .map(Number.parseFloat);
}
