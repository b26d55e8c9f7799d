/**
 * State of external services in the database: circuits, booked costs and activity. It calls no service; apps/worker-provider
 * does.
 */
export { type ProviderState, readProviderFailures, readProviderMonth, readProviderStates } from './store/activity.ts';
export { type Circuits, createCircuits } from './store/circuits.ts';
export { createProviderCosts, type DueInvoice, type ProviderCosts } from './store/costs.ts';
