/** Simulated providers without cost: real HTTP, scripted faults, and a separate cost log. No app imports this. */
export type { Provider } from './call.ts';
export type { CostLine } from './journal/effects.ts';
export type { CallReport } from './paid-call.ts';
export { simulatorSettings } from './settings.ts';
export { startSimulator } from './simulator.ts';
