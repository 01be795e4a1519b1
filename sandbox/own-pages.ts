// What the sandbox answers at its own address: the front page, its health, planted faults, hooks.
import type { Catalogue } from './catalogue/types.ts';
import { type Courier, setManner } from './courier.ts';
import { type Faults, faultKinds, faultMeanings, readFaultPlan } from './faults.ts';
import { frontPage } from './front-page.ts';
import { sendHooks } from './hooks.ts';
import type { Changes } from './living/calls.ts';
import type { Store, StoreReply, StoreRequest } from './store.ts';

interface Surroundings {
  readonly changes: Changes;
  readonly stores: readonly Store[];
  readonly faults: Faults;
  readonly catalogue: Catalogue;
  readonly courier: Courier;
}

/** Requests for a host that no store answers for. */
export function ownReply(
  request: StoreRequest,
  around: Surroundings,
): StoreReply | Promise<StoreReply> {
  const name = request.host.replace(/:\d+$/, '');
  if (!ownNames.has(name)) {
    return text(404, `No sandbox store answers for ${request.host || 'a request without Host'}.`);
  }
  const route = `${request.method === 'HEAD' ? 'GET' : request.method} ${request.path}`;
  switch (route) {
    case 'GET /':
      return {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
        body: frontPage(around.stores, around.catalogue, request.host),
      };
    case 'GET /_sandbox/health':
      return json(200, {
        status: 'ok',
        orders: around.catalogue.orders.length,
        products: around.catalogue.products.length,
        stores: around.stores.map((store) => store.channel),
      });
    case 'GET /_sandbox/faults':
      return json(200, {
        planted: around.faults.list(),
        kinds: faultKinds.map((kind) => ({ kind, about: faultMeanings[kind] })),
      });
    case 'POST /_sandbox/hooks':
      return sendHooks(request.body, around.stores);
    case 'GET /_sandbox/hints':
      return json(200, around.courier.manner);
    case 'POST /_sandbox/hints':
      return setManner(request.body, around.courier);
    case 'POST /_sandbox/faults':
      return plant(request, around);
    case 'DELETE /_sandbox/faults':
      around.faults.lift();
      return json(200, { planted: [] });
  }
  const one = /^DELETE \/_sandbox\/faults\/(\d+)$/.exec(route);
  if (one !== null) {
    around.faults.lift(Number(one[1]));
    return json(200, { planted: around.faults.list() });
  }
  const changed = around.changes.reply(request);
  if (changed !== undefined) return changed;
  return text(404, `Nothing at ${request.path}. The front page is at /.`);
}

const ownNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

function plant(request: StoreRequest, { faults, stores }: Surroundings): StoreReply {
  let given: unknown;
  try {
    given = JSON.parse(request.body);
  } catch {
    return json(400, { message: 'the body is not JSON' });
  }
  const plan = readFaultPlan(given);
  if (typeof plan === 'string') return json(400, { message: plan });
  // A misspelt name would plant a fault that never hits.
  if (plan.channel !== undefined && !stores.some(({ channel }) => channel === plan.channel)) {
    return json(400, { message: `no store plays ${plan.channel}` });
  }
  if (
    plan.shop !== undefined &&
    !stores.some(({ shops }) => shops.some(({ name }) => name === plan.shop))
  ) {
    return json(400, { message: `no store has a shop ${plan.shop}` });
  }
  return json(201, faults.plant(plan));
}

function json(status: number, value: unknown): StoreReply {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: `${JSON.stringify(value, null, 2)}\n`,
  };
}

function text(status: number, body: string): StoreReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: `${body}\n` };
}
