/** External services as the database knows them: circuits, costs that were booked, and how each service does. Calls no service; that is done by apps/worker-provider. */
export { type ProviderState, readProviderFailures, readProviderMonth, readProviderStates } from './store/activity.ts';
export { type Circuits, createCircuits } from './store/circuits.ts';
export { createProviderCosts, type DueInvoice, type ProviderCosts } from './store/costs.ts';
