/**
 * Checks that the scans of a JPEG contain the image that its frame header declares, and limits their work. A
 * progressive image may have any number of scans, for each of which a decoder processes all of its blocks again.
 */
import { LIMITS } from '@farebox/contract';
import { must } from './inspection.ts';

export interface Component {
  readonly id: number;
  /** Sampling factors. */
  readonly across: number;
  readonly down: number;
}

export interface Frame {
  /** The code of the marker, which defines the coding process. */
  readonly process: number;
  readonly width: number;
  readonly height: number;
  readonly components: readonly Component[];
}

export interface Scan {
  readonly components: readonly number[];
  /** The first coefficient in the scan; 0 is the mean of a block. */
  readonly first: number;
  /** Bytes of its entropy-coded data. */
  readonly bytes: number;
}

const PROGRESSIVE = 0xc2;
const SEQUENTIAL = [0xc0, 0xc1];
/** Common encoders make about ten scans, the most thorough about twenty. */
const SCANS_MAX = 64;
/** The limit for all scans and colours together: an image of 40 megapixels may have twenty scans of three full colours. */
const SAMPLES_MAX = 20 * 3 * LIMITS.imagePixels;
const BLOCK_SAMPLES = 64;

/** Refuses a scan with fewer bits than its blocks need, and scans above the limits. */
export function createScanBudget(frame: Frame) {
  const scanned = new Set<number>();
  let [scans, samples] = [0, 0];
  return {
    add({ components, first, bytes }: Scan): void {
      for (const id of first === 0 ? components : []) scanned.add(id);
      // An image above the pixel limit is refused for that reason.
      if (frame.width * frame.height > LIMITS.imagePixels) return;
      const blocks = components.reduce((sum, id) => sum + blocksOf(frame, id), 0);
      scans++;
      samples += blocks * BLOCK_SAMPLES;
      must(scans <= SCANS_MAX && samples <= SAMPLES_MAX, 'more scans than a picture needs');
      must(bytes * 8 >= blocks * bitsPerBlock(frame.process, first), 'fewer pixels than its header says');
    },
    end(): void {
      must(scanned.size === frame.components.length, 'a colour without a scan');
    },
  };
}

/**
 * The fewest bits of a block: one code for its mean, and one that ends it. For arithmetic coding there is no known
 * minimum.
 */
function bitsPerBlock(process: number, first: number): number {
  if (SEQUENTIAL.includes(process)) return 2;
  return process === PROGRESSIVE && first === 0 ? 1 : 0;
}

function blocksOf({ width, height, components }: Frame, id: number): number {
  const own = components.find((component) => component.id === id);
  must(own !== undefined, 'a scan of a component the frame does not have');
  const [across, down] = [
    Math.max(...components.map((each) => each.across)),
    Math.max(...components.map((each) => each.down)),
  ];
  return Math.ceil((width * own.across) / across / 8) * Math.ceil((height * own.down) / down / 8);
}
