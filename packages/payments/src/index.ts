/** Payments by card: a port to a payment provider, one adapter (Stripe), and one function that applies the provider's events. */
export { applyPayment, TooEarlyError } from './apply.ts';
export { findCheckout, insertCheckout, isPast, keepSession, readCheckouts, type Checkout } from './store/checkouts.ts';
export { countProblems, readProblems } from './store/events.ts';
export { reconcile, type Reconciling } from './reconcile.ts';
export { ForgedEventError, PaymentsUnavailableError, type PaymentEvent, type PaymentProvider } from './provider.ts';
export { payerFields, paymentFields, paymentsFrom, providerFrom } from './settings.ts';
