/** Creates a real WAV of any length: silence, one channel, 8 kHz, 16 bits. */
const BYTES_A_SECOND = 16_000;
const HEAD_BYTES = 44;

export function wav(seconds: number): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES + seconds * BYTES_A_SECOND);
  bytes.write('RIFF____WAVEfmt ');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(16, 16); // bytes of the format
  bytes.writeUInt16LE(1, 20); // PCM
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(BYTES_A_SECOND / 2, 24);
  bytes.writeUInt32LE(BYTES_A_SECOND, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(bytes.length - HEAD_BYTES, 40);
  return bytes;
}
