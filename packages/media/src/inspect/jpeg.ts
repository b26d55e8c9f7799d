/** JPEG: one complete image, followed only by data that cameras are known to write there. */
import { type Inspection, picture } from './inspection.ts';
import { walkJpeg } from './jpeg-image.ts';
import { checkJpegTrailer } from './jpeg-trailer.ts';

export function inspectJpeg(bytes: Buffer): Inspection {
  const { end, width, height } = walkJpeg(bytes, 0);
  checkJpegTrailer(bytes, end);
  return picture(width, height);
}
