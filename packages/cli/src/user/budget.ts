/** Tracks the micros that are held and charged by one command, against its spending limit. */
import { usdOf } from '../operator/usd.ts';
import { type Prepared, requireWithin } from './paying.ts';

export class Budget {
  readonly ceilingMicros: number;
  #spentMicros = 0;
  #heldMicros = 0;
  #waiting: (() => void)[] = [];

  constructor(ceilingMicros: number) {
    this.ceilingMicros = ceilingMicros;
  }

  /** The most that a new request may hold now. */
  get leftMicros(): number {
    return this.ceilingMicros - this.#spentMicros - this.#heldMicros;
  }

  /**
   * Waits while running requests may still cost less than their maximum. Throws CommandError if the request no longer
   * fits. An accepted request always counts.
   */
  async reserve({ maximumMicros: micros, isAccepted }: Pick<Prepared, 'maximumMicros' | 'isAccepted'>): Promise<void> {
    while (!isAccepted && this.#spentMicros + this.#heldMicros + micros > this.ceilingMicros) {
      if (this.#heldMicros === 0) requireWithin(micros, this.ceilingMicros - this.#spentMicros, usdOf);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#heldMicros += micros;
  }

  settle(heldMicros: number, chargedMicros: number): void {
    this.#heldMicros -= heldMicros;
    this.#spentMicros += chargedMicros;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
