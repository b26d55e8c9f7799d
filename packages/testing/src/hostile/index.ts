/** Tools for worker tests that send damaged files through a charging system. Never imported by an app. */
export { openCanary, pointing, type Canary } from './canary.ts';
export { anywhere, type Damage, randomOf, within } from './damage.ts';
export { endsOf } from './ends.ts';
export { openPayingSystem, type PayingSystem } from './paying-system.ts';
