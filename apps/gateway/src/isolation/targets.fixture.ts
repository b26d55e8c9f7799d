/** For the test of work: everything that a stranger or a client can send a request to, made from the route tables. */
import {
  AGENT_ROUTES,
  OPERATOR_ROUTES,
  type OperatorRoute,
  type Route,
  ROUTES,
  RUNNER_ROUTES,
  SIGNED_ROUTES,
  TUS,
} from '@farebox/contract';
import type { Place } from '../testing/fuzz.fixture.ts';
import type { TestOperatorGateway } from '../testing/operator.fixture.ts';
import { newRunner } from '../testing/runs.fixture.ts';
import { NOBODYS } from './public-requests.fixture.ts';
import { requestOf } from './requests.fixture.ts';
import type { World } from './world.fixture.ts';

export interface Target extends Place {
  readonly port: 'api' | 'operator' | 'stripe';
}

/** Every route of every port, with a credential and an example of its body. */
export async function targetsOf(gateway: TestOperatorGateway, world: World): Promise<readonly Target[]> {
  const { token } = await (await gateway.newProject()).newKey();
  const authorization = `Bearer ${token}`;
  const { data } = await gateway.call<{ tools: { name: string; example: object }[] }>('GET /tools', { key: token });
  const filled = (path: string, tool = 'image-resize'): string =>
    path.replace('{tool}', tool).replaceAll(/\{\w+\}/g, NOBODYS.executionId);
  const common = { port: 'api', authorization } as const;
  const ofTools = data.tools.flatMap(({ name, example }): Target[] => [
    {
      ...common,
      method: 'POST',
      path: `/tools/${name}`,
      example: { tool: name, arguments: example, priceVersion: 'x', maximumChargeMicros: 1 },
    },
  ]);
  const ofRoutes = [ROUTES, AGENT_ROUTES, SIGNED_ROUTES].flatMap((routes) =>
    (Object.values(routes) as readonly Route[]).map(({ method, path, body }): Target => ({
      ...common,
      method,
      path: filled(path),
      example: body?.example,
    })),
  );
  const runner = await newRunner(gateway);
  const ofRunners = Object.values(RUNNER_ROUTES).map(({ method, path, body: { example } }): Target => ({
    port: 'api',
    authorization: `Bearer ${runner.token}`,
    method,
    path: filled(path),
    // No request waits for a run.
    example: path === RUNNER_ROUTES.claimRun.path ? { waitSeconds: 0 } : example,
  }));
  const ofTus = ['OPTIONS', 'POST', 'PATCH', 'HEAD'].map((method): Target => ({
    ...common,
    method,
    path: `${TUS.path}/x`,
  }));
  const ofOperators = (Object.values(OPERATOR_ROUTES) as readonly OperatorRoute[]).map(
    async (route): Promise<Target> => ({
      port: 'operator',
      method: route.method,
      path: requestOf(route, world).split(' ')[1] ?? '',
      example: route.body?.example,
      authorization: `Bearer ${await gateway.session({ isOperator: true })}`,
    }),
  );
  const ofStripe: Target = { port: 'stripe', method: 'POST', path: '/webhooks/stripe', authorization: 'Bearer x' };
  return [
    ...ofTools,
    ...ofRoutes,
    ...ofRunners,
    ...ofTus,
    { ...common, method: 'GET', path: '/files/x' },
    ...(await Promise.all(ofOperators)),
    ofStripe,
  ];
}
