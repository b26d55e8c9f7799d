import { inspect } from '@farebox/media';
import { describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { simulatorForEach } from '../testing/fixture.ts';

interface ImageReply {
  readonly data: readonly [{ readonly b64_json: string }];
  readonly usage: { readonly cost: number | string };
}
interface ErrorReply {
  readonly error: { readonly code: string; readonly billed?: boolean; readonly cost?: number };
}
const imageOf = async (response: Response): Promise<ImageReply> => (await response.json()) as ImageReply;
const errorOf = async (response: Response): Promise<ErrorReply['error']> =>
  ((await response.json()) as ErrorReply).error;
const bytesOf = ({ data: [{ b64_json: base64 }] }: ImageReply): Buffer => Buffer.from(base64, 'base64');

describe('results', () => {
  const fixture = simulatorForEach({ idempotent: [] });

  test('an image is a real PNG of the requested size, determined by its prompt', async () => {
    const { image, costs } = fixture();
    const first = await imageOf(await image('a cat', 'exe_1.0'));
    const again = await imageOf(await image('a cat', 'exe_1.1'));
    const other = await imageOf(await image('a dog', 'exe_1.2'));
    expect(inspect(bytesOf(first), 'image/png')).toMatchObject({ ok: true, width: 512, height: 256 });
    expect(bytesOf(again)).toEqual(bytesOf(first));
    expect(bytesOf(other)).not.toEqual(bytesOf(first));
    expect(first.usage.cost).toBe(0.01);
    expect(await costs()).toMatchObject([
      { token: 'exe_1.0', kind: 'charged', provider: 'openai', costMicros: 10_000, model: 'sim-image' },
      { token: 'exe_1.1' },
      { token: 'exe_1.2' },
    ]);
  });

  test('speech is a real MP3 as long as its text', async () => {
    const { post } = fixture();
    const body = { model: 'sim-speech', input: 'sixty characters '.repeat(4), voice: 'alto', response_format: 'mp3' };
    const replied = await post('/openai/v1/audio/speech', body, 'exe_1.0');
    expect(replied.headers.get('x-cost-usd')).toBe('0.000204');
    const found = inspect(Buffer.from(await replied.arrayBuffer()), 'audio/mpeg');
    expect(found).toMatchObject({ ok: true, durationSeconds: 5.4 });
  });

  test('a transcript is determined by the uploaded file', async () => {
    const form = new FormData();
    form.set('model', 'sim-transcribe');
    // Its header claims a tenth of a second; the file has two and a half.
    const header = 'RIFF\x44\x03\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0';
    const sound = `LIST\0\0\0\0data${'\x20\x4e\0\0'}`;
    const bytes = Buffer.concat([Buffer.from(header + sound, 'latin1'), Buffer.alloc(20_000, 128)]);
    form.set('file', new File([bytes], 'sound.wav', { type: 'audio/wav' }));
    const headers = { authorization: 'Bearer any', 'idempotency-key': 'exe_1.0' };
    const replied = await fetch(`${fixture().url}/openai/v1/audio/transcriptions`, {
      method: 'POST',
      headers,
      body: form,
    });
    expect(await replied.json()).toEqual({
      text: expect.stringContaining(`${bytes.length} bytes`),
      usage: { cost: 0.00025 },
    });
  });

  test('a call without a key, or with invalid fields, is refused and costs nothing', async () => {
    const { url, post, costs } = fixture();
    expect((await fetch(`${url}/openai/v1/images/generations`, { method: 'POST', body: '{}' })).status).toBe(401);
    for (const body of [
      {},
      [],
      { model: 'm' },
      { model: 'm', prompt: 'p', size: '0x1' },
      { model: 'm', prompt: '#sim:hung' },
    ])
      expect((await post('/openai/v1/images/generations', body)).status).toBe(400);
    expect((await post('/openai/v1/videos', {})).status).toBe(404);
    expect(await costs()).toEqual([]);
  });
});

describe('with tokens honoured', () => {
  const fixture = simulatorForEach({ idempotent: ['openai'] });

  test('the same token gets the same result and costs once, also after a restart', async () => {
    const first = await imageOf(await fixture().image('a cat', 'exe_1.0'));
    await fixture().restart();
    expect(await imageOf(await fixture().image('a cat', 'exe_1.0'))).toEqual(first);
    expect(await fixture().costs()).toHaveLength(1);
  });

  test('concurrent calls with one token cost once', async () => {
    const { image, costs } = fixture();
    const replies = await Promise.all(Array.from({ length: 10 }, () => image('#sim:slow(50) cat', 'exe_1.0')));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await costs()).toHaveLength(1);
  });

  test('the same token with another request is refused', async () => {
    const { image, costs } = fixture();
    await image('a cat', 'exe_1.0');
    const refused = await image('a dog', 'exe_1.0');
    expect(refused.status).toBe(422);
    expect((await errorOf(refused)).code).toBe('idempotency_key_reused');
    expect(await costs()).toHaveLength(1);
  });

  for (const behaviour of ['reset-after-accept', 'truncated', 'late(1)', 'crash-after-accept']) {
    test(`after ${behaviour} the token returns the result`, async () => {
      const { image, costs } = fixture();
      const prompt = `#sim:${behaviour} cat`;
      const lost = image(prompt, 'exe_1.0').then((response) => response.arrayBuffer());
      await expect(lost).rejects.toThrow(/terminated|fetch failed/);
      const replied = await eventually(() => image(prompt, 'exe_1.0'));
      expect(replied.status).toBe(200);
      expect(await costs()).toMatchObject([{ token: 'exe_1.0', costMicros: 10_000 }]);
    });
  }

  test('a call that is refused n times then succeeds', async () => {
    const { image, costs } = fixture();
    for (const behaviour of ['429(2)', '500(2)', 'html(2)']) {
      const call = () => image(`#sim:${behaviour}`, behaviour);
      const [first, second, third] = [await call(), await call(), await call()];
      expect(await second.text()).toBe(await first.text());
      expect((await imageOf(third)).data).toHaveLength(1);
    }
    expect(await costs()).toHaveLength(3);
  });
});

describe('without tokens honoured', () => {
  const fixture = simulatorForEach({ idempotent: ['predictions'] });

  test('a call that is sent twice costs twice', async () => {
    const { image, costs } = fixture();
    await expect(image('#sim:reset-after-accept cat', 'exe_1.0')).rejects.toThrow('fetch failed');
    await image('cat', 'exe_1.0');
    expect(await costs()).toMatchObject([{ token: 'exe_1.0' }, { token: 'exe_1.0' }]);
  });

  test('429 has a Retry-After, 500 and HTML are marked as such, and none of them costs', async () => {
    const { image, costs } = fixture();
    const busy = await image('#sim:429');
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '1']);
    const broken = await image('#sim:500');
    expect([broken.status, (await errorOf(broken)).code]).toEqual([500, 'server_error']);
    const page = await image('#sim:html');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await costs()).toEqual([]);
  });

  test('moderation is free, or billed', async () => {
    const { image, costs } = fixture();
    const free = await image('#sim:moderated');
    expect([free.status, await errorOf(free)]).toEqual([400, expect.not.objectContaining({ billed: true })]);
    expect(await costs()).toEqual([]);
    const billed = await errorOf(await image('#sim:moderated-billed', 'exe_1.0'));
    expect(billed).toMatchObject({ code: 'content_policy_violation', billed: true, cost: 0.01 });
    expect(await costs()).toMatchObject([{ token: 'exe_1.0', costMicros: 10_000 }]);
  });

  test('a cost may be far above any hold, or not a number', async () => {
    const { image, costs } = fixture();
    expect((await imageOf(await image('#sim:cost-above', 'exe_1.0'))).usage.cost).toBe(10);
    expect(await (await image('#sim:cost-nan', 'exe_1.1')).text()).toMatch(/"usage":\{[^}]*"cost":NaN\b/);
    expect(await costs()).toMatchObject([{ costMicros: 10_000_000 }, { costMicros: 10_000 }]);
  });

  test('a hanging call is paid and gets no response', async () => {
    const { url, costs } = fixture();
    const gone = new AbortController();
    const body = JSON.stringify({ model: 'sim-image', prompt: '#sim:hang' });
    const headers = { authorization: 'Bearer any' };
    const waiting = fetch(`${url}/openai/v1/images/generations`, {
      method: 'POST',
      headers,
      body,
      signal: gone.signal,
    });
    const booked = eventually(costs, (lines) => lines.length > 0);
    expect(await Promise.race([waiting, booked])).toHaveLength(1);
    gone.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });
});
