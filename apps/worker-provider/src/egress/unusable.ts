/** A call of a runner or an API that cannot be sent, which is known before a packet is sent. */
import { EgressRefused, type Guarded } from '@farebox/kernel';

/** Nothing was sent: its secret or key is missing, or its address is not allowed. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

/** Throws Unusable for an address that is refused. */
export function usable(guard: () => Guarded): Guarded {
  try {
    return guard();
  } catch (error) {
    if (error instanceof EgressRefused) throw new Unusable(`the address is refused: ${error.message}`);
    throw error;
  }
}
