/**
 * Measures how long a recording plays, from its samples and not from a header that may be wrong. It is separate code
 * for the simulator: the worker has its own, and a bill by the same code could not detect its errors.
 */

/** 0 for a file that is not a known kind of recording. */
export function recordingSeconds(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 4) === 'RIFF') return wavSeconds(bytes);
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return mp4Seconds(bytes);
  return mp3Seconds(bytes);
}

/** Length of a WAV by its samples, whatever length the header claims. */
function wavSeconds(bytes: Buffer): number {
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const [name, size] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4)];
    if (name === 'fmt ' && at + 20 <= bytes.length) bytesPerSecond = bytes.readUInt32LE(at + 16);
    if (name === 'data') return bytesPerSecond === 0 ? 0 : Math.min(size, bytes.length - at - 8) / bytesPerSecond;
    at += 8 + size + (size % 2);
  }
  return 0;
}

const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];

/** Length of an MP3, frame by frame (MPEG layer III). */
function mp3Seconds(bytes: Buffer): number {
  let seconds = 0;
  for (let at = id3Size(bytes); at + 4 <= bytes.length;) {
    const frame = frameAt(bytes, at);
    seconds += frame?.seconds ?? 0;
    at += frame?.size ?? 1;
  }
  return seconds;
}

function id3Size(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3' || bytes.length < 10) return 0;
  return 10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + ((bytes[at] ?? 0) & 0x7f), 0);
}

function frameAt(bytes: Buffer, at: number): { readonly size: number; readonly seconds: number } | null {
  const header = bytes.readUInt32BE(at);
  const [version, layer, rateIndex] = [(header >>> 19) & 3, (header >>> 17) & 3, (header >>> 10) & 3];
  const isOne = version === 3;
  const kbps = (isOne ? BITRATES_1 : BITRATES_2)[(header >>> 12) & 15] ?? 0;
  const rate = (RATES[rateIndex] ?? 0) / (isOne ? 1 : version === 2 ? 2 : 4);
  if (header >>> 21 !== 0x7ff || version === 1 || layer !== 1 || kbps === 0 || rate === 0) return null;
  const samples = isOne ? 1152 : 576;
  return { size: Math.floor(((samples / 8) * kbps * 1000) / rate) + ((header >>> 9) & 1), seconds: samples / rate };
}

/** The longest track, by the sum of its samples' durations. */
function mp4Seconds(bytes: Buffer): number {
  const tracks = [...boxes(bytes, 'moov')].flatMap((moov) => [...boxes(moov, 'trak')]);
  return Math.max(0, ...tracks.flatMap((trak) => [...boxes(trak, 'mdia')]).map(trackSeconds));
}

function trackSeconds(mdia: Buffer): number {
  const [mdhd] = boxes(mdia, 'mdhd');
  const stts = [...boxes(mdia, 'minf')]
    .flatMap((minf) => [...boxes(minf, 'stbl')])
    .flatMap((stbl) => [...boxes(stbl, 'stts')])[0];
  if (mdhd === undefined || stts === undefined || mdhd.length < 24) return 0;
  const timescale = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12);
  let duration = 0;
  for (let at = 8; at + 8 <= stts.length; at += 8) duration += stts.readUInt32BE(at) * stts.readUInt32BE(at + 4);
  return timescale === 0 ? 0 : duration / timescale;
}

/** The contents of the boxes of that type, side by side in `bytes`. */
function* boxes(bytes: Buffer, type: string): Generator<Buffer> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= bytes.length;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short;
    if (size < 8) return;
    if (bytes.toString('latin1', at + 4, at + 8) === type) yield bytes.subarray(at + (isLong ? 16 : 8), at + size);
    at += size;
  }
}
