/** The permission that an event URL contains. */
import { newId } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { createEventAddresses, type EventPermission } from './event-addresses.ts';

test('an event URL opens exactly what it was made for', () => {
  const publicUrl = new URL('http://127.0.0.1/api');
  const { urlOf, open } = createEventAddresses({ publicUrl, urlSecret: 'the-secret-of-the-event-urls-here' });
  const streams: EventPermission['stream'][] = [
    { kind: 'execution', id: newId('execution') },
    { kind: 'batch', id: newId('batch') },
    { kind: 'project', tool: 'rehearsal' },
    { kind: 'project', tool: undefined },
  ];
  for (const stream of streams) {
    const permission = { keyPublicId: 'public', projectId: newId('project'), expiresAt: new Date(0), stream };
    expect(open(urlOf(permission).split('/').at(-1) ?? '')).toEqual(permission);
  }
});
