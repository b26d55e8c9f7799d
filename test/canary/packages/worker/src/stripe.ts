/** Breach: stripe-inside-payments */
export { Stripe } from 'stripe';
