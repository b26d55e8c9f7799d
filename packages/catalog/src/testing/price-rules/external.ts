/** The units of the tools on external services and of the rehearsal, restated as rules. */
import type { Quantity } from '@farebox/price-rules';
import type { DEVELOPMENT_PRICES } from '../../prices/development.ts';
import type { EXTERNAL_PRICES } from '../../prices/external.ts';
import { seconds } from './expressions.ts';

const one: Quantity = { ceil: 1 };

export const EXTERNAL_RULES: Readonly<Record<keyof typeof EXTERNAL_PRICES, Quantity>> = {
  'image-generate': one,
  'image-stylize': one,
  'image-remove-background': one,
  'image-upscale': one,
  'speech-generate': { ceil: { div: [{ chars: '/text' }, 100] } },
  'audio-transcribe': { ceil: seconds('/source') },
  'video-generate': { ceil: { arg: '/seconds' } },
};

export const DEVELOPMENT_RULES: Readonly<Record<keyof typeof DEVELOPMENT_PRICES, Quantity>> = { rehearsal: one };
