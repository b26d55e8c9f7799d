/** Refuses a paid request whose price has changed since its quote, or whose ceiling is too low. */
import { AppError } from '@farebox/contract';
import { type Micros, microsToJson } from '@farebox/kernel';

interface Sent {
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
}

/** @param now the quote of the same input, computed now. Throws `price_version_mismatch`, then `maximum_charge_too_low`. */
export function checkPrice(
  { priceVersion: sentVersion, maximumChargeMicros: sentMaximumChargeMicros }: Sent,
  now: { readonly quotedVersion: string; readonly maximumMicros: Micros },
): void {
  const priceVersion = now.quotedVersion;
  if (sentVersion !== priceVersion) throw new AppError('price_version_mismatch', { details: { priceVersion } });
  if (BigInt(sentMaximumChargeMicros) >= now.maximumMicros) return;
  const maximumChargeMicros = microsToJson(now.maximumMicros);
  throw new AppError('maximum_charge_too_low', { details: { maximumChargeMicros, sentMaximumChargeMicros } });
}
