/** The measured size of a picture, which never exceeds the size that was paid for. */
import type { Size } from '@farebox/catalog';
import { invariant } from '@farebox/kernel';
import type { OutputArtifact } from '@farebox/worker';

export function sizeIn(box: Size, made: OutputArtifact | undefined): Size {
  const { width, height } = made ?? {};
  invariant(width !== undefined && height !== undefined, 'a picture has a size');
  invariant(width <= box.width && height <= box.height, 'a picture is in its box');
  return { width, height };
}
