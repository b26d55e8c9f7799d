/** External providers that cost nothing: real HTTP, scripted faults, and a cost log of their own. No app imports this. */
export type { Provider } from './call.ts';
export type { CostLine } from './journal/effects.ts';
export type { CallReport } from './paid-call.ts';
export { simulatorSettings } from './settings.ts';
export { startSimulator } from './simulator.ts';
