/** Every defence that a mutant proves to be tested, room by room. */
import type { Mutant } from '../mutant.ts';
import { avMutants } from './av.ts';
import { gatewayMutants } from './gateway.ts';
import { identityMutants } from './identity.ts';
import { leakMutants } from './leaks.ts';
import { mediaMutants } from './media.ts';
import { moneyMutants } from './money.ts';
import { outcomeMutants } from './outcomes.ts';
import { providerMutants } from './provider.ts';
import { sharingMutants } from './sharing.ts';
import { supplyMutants } from './supply.ts';
import { unusualMutants } from './unusual.ts';
import { workerMutants } from './worker.ts';

export const mutants: readonly Mutant[] = [
  ...identityMutants,
  ...gatewayMutants,
  ...sharingMutants,
  ...leakMutants,
  ...mediaMutants,
  ...providerMutants,
  ...moneyMutants,
  ...workerMutants,
  ...avMutants,
  ...supplyMutants,
  ...outcomeMutants,
  ...unusualMutants,
];
