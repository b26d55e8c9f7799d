/** Files too large for a call of `/mcp`: uploaded to an address that the model requested. */
// Modes: embedded.
import { expect, test } from 'vitest';
import { identitiesOf } from './client/identities.ts';
import { type Ended, ended, host, type Problem, type Quoted } from './client/mcp-host.ts';
import { put, type UploadUrl } from './client/upload-urls.ts';
import { png } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);

interface Address extends UploadUrl {
  readonly next: string;
}

// issue 10.4: "list tools with their schemas and prices, quote, execute with a **required** ceiling, get, cancel, upload"
test('a photo larger than any call is uploaded to an address without a key, and used in an execution', async () => {
  await using mcp = await host(keys.key);
  const bytes = await png({ width: 200, height: 150 });
  expect(bytes.length).toBeGreaterThan(64 * 1024);
  const asked = { mimeType: 'image/png', sizeBytes: bytes.length };
  const { data: address } = await mcp.call<Address>('upload_file', asked);
  expect(address).toMatchObject({
    method: 'PUT',
    headers: { 'Content-Type': 'image/png' },
    sizeBytesMax: bytes.length,
    next: expect.stringMatching(/curl .*"id".*fileId/),
  });
  expect(Date.parse(address.expiresAt) - Date.now()).toBeLessThanOrEqual(901_000);
  const { data: file } = await put(address, bytes);
  const again = await put(address, bytes);
  expect([again.outcome, again.error.details]).toEqual(['409 upload_url_used', { fileId: file.id }]);

  const job = { tool: 'image-resize', arguments: { source: { fileId: file.id }, width: 50 } };
  const { data: quote } = await mcp.call<Quoted>('quote', job);
  const paying = { ...job, quoteId: quote.quoteId, maxChargeMicros: quote.maximumChargeMicros };
  const { data } = await ended(mcp, (await mcp.call<Ended>('execute', paying)).data);
  expect(data.status).toBe('succeeded');
});

// issue 10.4: "same keys, scopes, limits, ledger"
test('an address accepts only the announced file, and is issued only for a key that may upload', async () => {
  await using mcp = await host(keys.key);
  const bytes = await png();
  const any = await mcp.call<Address>('upload_file', { mimeType: 'image/png' });
  expect(any.data.sizeBytesMax).toBe(12 * 1024 * 1024);
  const exact = { mimeType: 'image/png', sizeBytes: bytes.length };
  const { data: address } = await mcp.call<Address>('upload_file', exact);
  expect((await put(address, Buffer.concat([bytes, bytes]))).outcome).toBe('400 file_too_large');
  const both = await mcp.call<Problem>('upload_file', { ...exact, data: bytes.toString('base64') });
  expect(both.data.details?.fields).toHaveProperty('/sizeBytes');
  await using reader = await host(keys.keysByScope['tools:read']);
  const refused = await reader.call<Problem>('upload_file', exact);
  expect([refused.isError, refused.data.message]).toEqual([true, 'platform_api_key_scope_required']);
});
