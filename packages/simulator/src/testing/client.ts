/** The tests' client: it talks to the simulator over HTTP, like a provider's client. */
export interface Client {
  post(path: string, body: unknown, token?: string): Promise<Response>;
  get(path: string): Promise<Response>;
  image(prompt: string, token?: string): Promise<Response>;
  predict(prompt: string, token?: string): Promise<Response>;
  costs(): Promise<readonly { token: string; costMicros: number }[]>;
}

export function createClient(url: string): Client {
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
  const post: Client['post'] = (path, body, token) =>
    fetch(new URL(path, url), {
      method: 'POST',
      headers: token === undefined ? headers : { ...headers, 'idempotency-key': token },
      body: JSON.stringify(body),
    });
  const get: Client['get'] = (path) => fetch(new URL(path, url), { headers });
  return {
    post,
    get,
    image: (prompt, token) =>
      post('/openai/v1/images/generations', { model: 'sim-image', prompt, size: '512x256' }, token),
    predict: (prompt, token) => post('/predictions/v1/models/sim/stylize/predictions', { input: { prompt } }, token),
    costs: async () => ((await (await get('/_simulator/costs')).json()) as { costs: [] }).costs,
  };
}
