// The client against answers made by hand: tokens, patience, pages, faults, and what it keeps to itself.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { inspect } from 'node:util';
import {
  Manifold,
  ManifoldError,
  type ManifoldOptions,
  type Wait,
} from '../../client/src/index.ts';

const SECRET = 'the-secret-canary';
const WHO = { channel: 'shopify', user: 'demo' } as const;

interface Call {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
  readonly signal: AbortSignal | null | undefined;
}

const page = (ids: readonly string[], next?: string) =>
  Response.json({
    Errors: {},
    Output: {
      execution_id: 'e-1',
      override_count: 0,
      result: ids.map((id) => ({ id })),
      ...(next !== undefined && { next_page_token: next }),
    },
    Report: { TraceId: 't-1', Filters: [] },
  });

const fault = (
  status: number,
  code: string,
  {
    retryable = false,
    headers = {},
  }: { retryable?: boolean; headers?: Record<string, string> } = {},
) =>
  Response.json(
    {
      Errors: {
        code,
        message: 'What is wrong, and what to do.',
        step: 'fetch',
        retryable,
        help: 'https://api.example.com/docs/errors#x',
      },
      Output: {
        execution_id: 'e-9',
        result: [],
        restErrors: [
          {
            code,
            message: 'What is wrong, and what to do.',
            field: 'limit',
            channel: 'shopify',
            native: 'Nope',
          },
        ],
      },
      Report: { TraceId: 'trace-9' },
    },
    { status, headers },
  );

const token = (name = 'token-1', seconds = 7_776_000) =>
  Response.json({ access_token: name, token_type: 'Bearer', expires_in: seconds });

/** A client whose every request gets the next of these answers; tokens are given beside them. */
function open(
  answers: readonly (Response | Error | (() => Response | Promise<Response>))[],
  options: Partial<ManifoldOptions> = {},
  tokens: readonly Response[] = [],
) {
  const calls: Call[] = [];
  const asked: Call[] = [];
  const manifold = new Manifold({
    url: 'https://api.example.com/',
    clientId: 'app',
    clientSecret: SECRET,
    ...options,
    fetch: async (url, init) => {
      const call = {
        url,
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        body: String(init.body ?? ''),
        signal: init.signal,
      };
      if (url.endsWith('/connect/token')) {
        asked.push(call);
        return tokens[asked.length - 1] ?? token(`token-${asked.length}`);
      }
      calls.push(call);
      const answer = answers[calls.length - 1];
      if (answer === undefined) throw new Error('one call too many');
      if (answer instanceof Error) throw answer;
      return typeof answer === 'function' ? answer() : answer;
    },
  });
  return { manifold, calls, asked };
}

const all = (list: AsyncIterable<{ readonly id: string }>) => Array.fromAsync(list, ({ id }) => id);
const failing = async (work: Promise<unknown>): Promise<ManifoldError> => {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof ManifoldError, String(error));
    return error;
  }
  throw new Error('it did not fail');
};

describe('the version', () => {
  it('goes with every request where it is set, and not otherwise', async () => {
    for (const version of [undefined, '2026-11-18']) {
      const { manifold, calls } = open([page(['1'], 'next'), page(['2'])], { version });
      await all(manifold.orders(WHO));
      const sent = calls.map(({ headers }) => headers.get('manifold-version'));
      assert.deepEqual(sent, [version ?? null, version ?? null]);
    }
  });
});

describe('the token', () => {
  it('is asked for once by many, and kept', async () => {
    const { manifold, calls, asked } = open(Array.from({ length: 6 }, () => () => page(['1'])));
    await Promise.all([1, 2, 3, 4, 5].map(() => all(manifold.orders(WHO))));
    await all(manifold.products(WHO));
    assert.equal(asked.length, 1);
    assert.equal(asked[0]?.url, 'https://api.example.com/connect/token');
    assert.equal(
      asked[0]?.body,
      `grant_type=client_credentials&client_id=app&client_secret=${SECRET}`,
    );
    for (const { headers } of calls) assert.equal(headers.get('authorization'), 'Bearer token-1');
  });

  it('is renewed ahead of its end', async () => {
    let now = 0;
    const { manifold, asked } = open(
      Array.from({ length: 4 }, () => () => page([])),
      { now: () => now },
      [token('a', 3600), token('b', 10), token('c', 10)],
    );
    await all(manifold.orders(WHO));
    now = 3_299_000;
    await all(manifold.orders(WHO));
    assert.equal(asked.length, 1);
    now = 3_300_001;
    await all(manifold.orders(WHO));
    assert.equal(asked.length, 2);
    now += 9_001;
    await all(manifold.orders(WHO));
    assert.equal(asked.length, 3);
  });

  it('is renewed once when the service does not take it any more', async () => {
    const { manifold, calls, asked } = open([fault(401, 'invalid_token'), page(['1'])]);
    assert.deepEqual(await all(manifold.orders(WHO)), ['1']);
    assert.equal(asked.length, 2);
    assert.deepEqual(
      calls.map(({ headers }) => headers.get('authorization')),
      ['Bearer token-1', 'Bearer token-2'],
    );
    const twice = open([fault(401, 'invalid_token'), fault(401, 'invalid_token')]);
    const error = await failing(all(twice.manifold.orders(WHO)));
    assert.deepEqual([error.code, error.status], ['invalid_token', 401]);
    assert.equal(twice.asked.length, 2);
  });

  it('is renewed again where it was revoked during a wait', async () => {
    const late = fault(503, 'unavailable', { retryable: true, headers: { 'retry-after': '0' } });
    const refused = () => fault(401, 'invalid_token');
    const { manifold, asked } = open([refused, late, refused, page(['1'])]);
    assert.deepEqual(await all(manifold.orders(WHO)), ['1']);
    assert.equal(asked.length, 3);
  });

  it('is renewed once for all who were refused together', async () => {
    let good = false;
    const answer = () => (good ? page(['1']) : fault(401, 'invalid_token'));
    const { manifold, asked } = open(
      Array.from({ length: 10 }, (_, at) => () => {
        if (at === 4) good = true; // all five were refused by then
        return at < 5 ? fault(401, 'invalid_token') : answer();
      }),
    );
    await Promise.all([1, 2, 3, 4, 5].map(() => all(manifold.orders(WHO))));
    assert.equal(asked.length, 2);
  });

  it('that cannot be had is one clear error, whose secret stays here', async () => {
    const refusal = Response.json(
      { error: 'invalid_client', error_description: `no ${SECRET} known` },
      { status: 401 },
    );
    const { manifold, calls } = open([], {}, [refusal]);
    const error = await failing(all(manifold.orders(WHO)));
    assert.deepEqual([error.code, error.status, error.retryable], ['invalid_client', 401, false]);
    assert.match(error.message, /^The client id and secret are not accepted\. Check both/);
    assert.equal(calls.length, 0);
    const scope = Response.json(
      { error: 'invalid_scope', error_description: `not for ${SECRET}` },
      { status: 400 },
    );
    const second = await failing(all(open([], {}, [scope]).manifold.orders(WHO)));
    assert.deepEqual([second.code, second.message], ['invalid_scope', 'not for …']);
  });

  it('goes to a service of its own where there is one, with the scopes asked for', async () => {
    const { manifold, asked } = open([page([])], {
      authUrl: 'https://auth.example.com',
      scope: ['orders', 'links'],
    });
    await all(manifold.orders(WHO));
    assert.equal(asked[0]?.url, 'https://auth.example.com/connect/token');
    assert.match(asked[0]?.body ?? '', /&scope=orders\+links$/);
  });
});

describe('what the client keeps to itself', () => {
  it('shows its secret and tokens to no one', async () => {
    const { manifold } = open([page(['1']), new TypeError('failed')], { patience: { tries: 1 } });
    await all(manifold.orders(WHO));
    const error = await failing(all(manifold.orders(WHO)));
    const shown = [
      inspect(manifold, { depth: 9, showHidden: true }),
      JSON.stringify(manifold),
      String(manifold),
      inspect(error, { depth: 9, showHidden: true }),
      JSON.stringify(error),
      String(error.stack),
    ].join('\n');
    assert.doesNotMatch(shown, /canary|token-1/);
    assert.match(shown, /Manifold .*clientId: 'app'/s);
  });

  it('says what is wrong with its settings, without repeating them', () => {
    const settings = { url: 'https://a.example', clientId: 'app', clientSecret: SECRET };
    for (const [wrong, words] of [
      [{ url: 'nowhere' }, /^url is not an address/],
      [{ url: 'ftp://a.example' }, /^url must be https or http/],
      [{ url: 'https://me:canary@a.example' }, /^url must be a plain address/],
      [{ authUrl: 'nowhere' }, /^authUrl is not an address/],
      [{ clientId: '' }, /^clientId is missing/],
      [{ clientSecret: '' }, /^clientSecret is missing/],
    ] as const)
      assert.throws(
        () => new Manifold({ ...settings, ...wrong }),
        (error: TypeError) => words.test(error.message) && !/canary/.test(error.message),
      );
  });

  it('follows no redirect, which would take the token elsewhere', async () => {
    let redirect: string | undefined;
    const manifold = new Manifold({
      url: 'https://api.example.com',
      clientId: 'app',
      clientSecret: SECRET,
      fetch: async (url, init) => {
        redirect = init.redirect;
        return url.endsWith('/connect/token') ? token() : page([]);
      },
    });
    await all(manifold.orders(WHO));
    assert.equal(redirect, 'error');
  });
});

describe('patience', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  /** Lets all waits pass, however long they are. */
  async function hurried<Result>(work: Promise<Result>): Promise<Result> {
    let done = false;
    const end = () => {
      done = true;
    };
    work.then(end, end);
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      mock.timers.tick(1000);
    }
    return work;
  }

  it('waits as long as the service says, and reports it', async () => {
    const waits: Wait[] = [];
    const { manifold, calls } = open(
      [
        fault(429, 'rate_limited', { retryable: true, headers: { 'retry-after': '7' } }),
        fault(503, 'unavailable', { retryable: true, headers: { 'retry-after': '2' } }),
        page(['1']),
      ],
      { onWait: (wait) => waits.push(wait) },
    );
    assert.deepEqual(await hurried(all(manifold.orders(WHO))), ['1']);
    assert.equal(calls.length, 3);
    assert.deepEqual(
      waits.map(({ seconds, tries, error }) => [seconds, tries, error.code]),
      [
        [7, 1, 'rate_limited'],
        [2, 2, 'unavailable'],
      ],
    );
  });

  it('waits half of a growing pause or more where the service says nothing', async () => {
    mock.method(Math, 'random', () => 0.999);
    const waits: number[] = [];
    const { manifold } = open(
      Array.from({ length: 9 }, () => () => fault(502, 'channel_failed', { retryable: true })),
      { onWait: ({ seconds }) => waits.push(Math.ceil(seconds * 10) / 10), patience: { tries: 9 } },
    );
    const error = await hurried(failing(all(manifold.orders(WHO))));
    assert.equal(error.code, 'channel_failed');
    assert.deepEqual(waits, [0.5, 1, 2, 4, 8, 16, 30, 30]);
  });

  it('outlasts a restart of half a minute, and ends after eight tries, or when waiting would take too long', async () => {
    mock.method(Math, 'random', () => 0);
    let waited = 0;
    const eight = open(
      Array.from({ length: 8 }, () => () => fault(500, 'unexpected', { retryable: true })),
      { onWait: ({ seconds }) => (waited += seconds) },
    );
    assert.equal((await hurried(failing(all(eight.manifold.orders(WHO))))).code, 'unexpected');
    assert.equal(eight.calls.length, 8);
    assert.ok(waited >= 30, `${waited} s`);
    const long = open([
      fault(429, 'result_quota_met', { retryable: true, headers: { 'retry-after': '3600' } }),
    ]);
    const error = await hurried(failing(all(long.manifold.orders(WHO))));
    assert.deepEqual([error.code, error.retryAfter], ['result_quota_met', 3600]);
  });

  it('does not try again what cannot succeed', async () => {
    for (const [status, code] of [
      [400, 'invalid_request'],
      [409, 'channel_not_linked'],
      [424, 'credential_refused'],
      [502, 'channel_invalid_response'],
    ] as const) {
      const { manifold, calls } = open([fault(status, code)]);
      assert.equal((await failing(all(manifold.orders(WHO)))).code, code);
      assert.equal(calls.length, 1);
    }
  });

  it('tries again what was not answered, unless a second time would do harm', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const lost = new TypeError('fetch failed', { cause });
    const { manifold, calls } = open([lost, lost, page(['1'])]);
    assert.deepEqual(await hurried(all(manifold.orders(WHO))), ['1']);
    assert.equal(calls.length, 3);
    for (const act of [
      (client: Manifold) => client.forget('demo'),
      (client: Manifold) => client.unlink('demo', 'shopify'),
      (client: Manifold) => client.orders(WHO).start(),
    ]) {
      const once = open([lost]);
      const error = await failing(act(once.manifold));
      assert.deepEqual([error.code, error.retryable], ['no_answer', false]);
      assert.match(error.message, /ECONNREFUSED.*Whether it was done is not known/);
    }
  });

  it('does not send again what a proxy gave up on, since the service may do it all the same', async () => {
    const acts = [
      (client: Manifold) => client.forget('demo'),
      (client: Manifold) => client.orders(WHO).start(),
    ];
    for (const act of acts)
      for (const status of [502, 503, 504]) {
        const { manifold, calls } = open([new Response('<h1>Gateway</h1>', { status })]);
        const error = await hurried(failing(act(manifold)));
        assert.deepEqual(
          [error.code, error.status, error.retryable],
          ['not_manifold', status, false],
        );
        assert.match(error.message, /Whether it was done is not known/);
        assert.equal(calls.length, 1);
      }
    const full = open([new Response('', { status: 429 }), new Response(null, { status: 204 })]);
    await hurried(full.manifold.forget('demo'));
    assert.equal(full.calls.length, 2, 'what was too much for a proxy was not handed on');
  });

  it('names the address of what is not Manifold without its query, which may hold a key', async () => {
    const page = new Response('<h1>Welcome</h1>');
    const url = 'https://api.example.com/api?completionCallbackUrl=https://a.example/?key=canary';
    Object.defineProperty(page, 'url', { value: url });
    const error = await failing(all(open([page]).manifold.orders(WHO)));
    assert.match(error.message, /^https:\/\/api\.example\.com\/api answered 200/);
  });

  it('tries again after an answer of a proxy, or one that broke off', async () => {
    const broken = new Response(
      new ReadableStream({
        start: (controller) => controller.error(new Error('cut')),
      }),
    );
    const html = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const { manifold } = open([html, broken, page(['1'])]);
    assert.deepEqual(await hurried(all(manifold.orders(WHO))), ['1']);
    const wrong = open([new Response('<h1>Welcome to nginx</h1>')]);
    const error = await failing(all(wrong.manifold.orders(WHO)));
    assert.equal(error.code, 'not_manifold');
    assert.match(error.message, /Check the url/);
  });

  it('gives up a try that is not answered in time', async () => {
    const stalled = () => new Promise<Response>(() => {});
    const calls: (AbortSignal | null | undefined)[] = [];
    const manifold = new Manifold({
      url: 'https://api.example.com',
      clientId: 'app',
      clientSecret: SECRET,
      timeout: 5,
      patience: { tries: 2 },
      fetch: (url, init) => {
        if (url.endsWith('/connect/token')) return Promise.resolve(token());
        calls.push(init.signal);
        return Promise.race([
          stalled(),
          new Promise<Response>((_, reject) =>
            init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
          ),
        ]);
      },
    });
    const error = await hurried(failing(all(manifold.orders(WHO))));
    assert.equal(error.code, 'no_answer');
    assert.match(error.message, /nothing came within 5 seconds/);
    assert.equal(calls.length, 2);
  });
});

describe('giving up', () => {
  it('ends a wait immediately', async () => {
    const controller = new AbortController();
    const { manifold } = open(
      [fault(429, 'rate_limited', { retryable: true, headers: { 'retry-after': '200' } })],
      { onWait: () => controller.abort(new Error('enough')) },
    );
    const work = all(manifold.orders({ ...WHO, signal: controller.signal }));
    await assert.rejects(work, { message: 'enough' });
  });

  it('ends a call that is under way, and none of the others', async () => {
    const controller = new AbortController();
    const { manifold } = open([
      () =>
        new Promise<Response>((_, reject) => {
          controller.abort(new Error('enough'));
          reject(new Error('aborted'));
        }),
      page(['1']),
    ]);
    const work = all(manifold.orders({ ...WHO, signal: controller.signal }));
    await assert.rejects(work, { message: 'enough' });
    assert.deepEqual(await all(manifold.orders(WHO)), ['1']);
  });

  it('of one who waits for the token leaves the token to the others', async () => {
    const controller = new AbortController();
    let give: (response: Response) => void = () => {};
    const manifold = new Manifold({
      url: 'https://api.example.com',
      clientId: 'app',
      clientSecret: SECRET,
      fetch: (url) =>
        url.endsWith('/connect/token')
          ? new Promise((resolve) => {
              give = resolve;
            })
          : Promise.resolve(page(['1'])),
    });
    const first = all(manifold.orders({ ...WHO, signal: controller.signal }));
    const second = all(manifold.orders(WHO));
    controller.abort(new Error('enough'));
    await assert.rejects(first, { message: 'enough' });
    give(token());
    assert.deepEqual(await second, ['1']);
  });

  it('of everyone who waits for a token that then cannot be had disturbs no one', async () => {
    const controller = new AbortController();
    let refuse: (error: Error) => void = () => {};
    const manifold = new Manifold({
      url: 'https://api.example.com',
      clientId: 'app',
      clientSecret: SECRET,
      fetch: () =>
        new Promise((_, reject) => {
          refuse = reject;
        }),
    });
    const work = all(manifold.orders({ ...WHO, signal: controller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('enough'));
    await assert.rejects(work, { message: 'enough' });
    // Were it not caught, this would end the process.
    refuse(new TypeError('fetch failed'));
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('before anything was sent sends nothing', async () => {
    const { manifold, calls, asked } = open([]);
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(all(manifold.orders({ ...WHO, signal })), { message: 'enough' });
    assert.deepEqual([calls.length, asked.length], [0, 0]);
  });
});

describe('pages', () => {
  it('are read when they are wanted, and not before', async () => {
    const { manifold, calls } = open([page(['1', '2'], 'a'), page(['3'], 'b')]);
    const seen: string[] = [];
    for await (const { id } of manifold.orders(WHO)) {
      seen.push(id);
      if (id === '2') assert.equal(calls.length, 1);
      if (id === '3') break;
    }
    assert.deepEqual(seen, ['1', '2', '3']);
    assert.equal(calls.length, 2);
  });

  it('go on from the token of an earlier one, and end without', async () => {
    const { manifold, calls } = open([page(['3'], 'b'), page(['4'])]);
    const pages = await Array.fromAsync(manifold.orders(WHO).pages({ from: 'a' }));
    assert.deepEqual(
      pages.map(({ records, token: next }) => [records.length, next]),
      [
        [1, 'b'],
        [1, undefined],
      ],
    );
    assert.deepEqual(
      calls.map(({ body }) => JSON.parse(body).next_page_token),
      ['a', 'b'],
    );
    assert.equal(pages[0]?.executionId, 'e-1');
    assert.equal(pages[0]?.report.TraceId, 't-1');
  });

  it('that stand still or lead back are an error and not an endless walk', async () => {
    for (const tokens of [
      ['a', 'a'],
      ['a', 'b', 'a'],
      ['a', 'b', 'c', 'd', 'b'],
    ]) {
      const { manifold, calls } = open(tokens.map((next) => page(['1'], next)));
      assert.equal((await failing(all(manifold.orders(WHO)))).code, 'page_repeats');
      assert.equal(calls.length, tokens.length);
    }
  });

  it('carry what was asked for, in the words of the service', async () => {
    const { manifold, calls } = open([page([], 'a'), page([])]);
    await all(
      manifold.orders({
        ...WHO,
        user: 'a/b c',
        ids: ['1', '2'],
        updated_at_min: new Date(0),
        fields: ['email'],
        include: ['raw'],
        status: 'any',
        lenient: true,
        wait: 200,
        params: { shopify: [{ key: 'token', value: 'x' }] },
        completionCallbackUrl: 'https://app.example.com/hook',
      }),
    );
    const [first, second] = calls;
    assert.equal(
      first?.url,
      'https://api.example.com/api/ServiceClientApp/Unified/Orders?channel=shopify&tpUserId=a%2Fb+c&completionCallbackUrl=https%3A%2F%2Fapp.example.com%2Fhook',
    );
    const body = {
      limit: 100,
      ids: '1,2',
      updated_at_min: '1970-01-01T00:00:00.000Z',
      fields: 'email',
      include: 'raw',
      status: 'any',
      params: { shopify: [{ key: 'token', value: 'x' }] },
    };
    assert.deepEqual(JSON.parse(first?.body ?? ''), body);
    assert.deepEqual(JSON.parse(second?.body ?? ''), { ...body, next_page_token: 'a' });
    assert.equal(first?.headers.get('prefer'), 'handling=lenient, wait=200');
  });
});

it('a fault has everything that the service said', async () => {
  const { manifold } = open([fault(424, 'credential_refused')]);
  const error = await failing(all(manifold.orders(WHO)));
  assert.ok(error instanceof Error);
  assert.deepEqual(
    { ...error, items: error.items.length },
    {
      name: 'ManifoldError',
      code: 'credential_refused',
      status: 424,
      retryable: false,
      retryAfter: undefined,
      field: 'limit',
      step: 'fetch',
      help: 'https://api.example.com/docs/errors#x',
      channel: 'shopify',
      native: 'Nope',
      traceId: 'trace-9',
      executionId: 'e-9',
      key: undefined,
      items: 1,
    },
  );
  assert.equal(error.message, 'What is wrong, and what to do.');
});

describe('users, channels and executions', () => {
  const list = (name: string, items: readonly unknown[], next?: string) =>
    Response.json({ [name]: items, ...(next !== undefined && { next_page_token: next }) });

  it('are listed to the end, page by page', async () => {
    const { manifold, calls } = open([
      list('users', [{ tpUserId: 'a' }, { tpUserId: 'b' }], 'next'),
      list('users', [{ tpUserId: 'c' }]),
      list('result', [{ execution_id: '1' }], 'more'),
      list('result', [{ execution_id: '2' }]),
      list('channels', [{ channel: 'shopify' }]),
    ]);
    const users = await Array.fromAsync(
      manifold.users({ channel: 'bol', state: 'needs_attention' }),
      ({ tpUserId }) => tpUserId,
    );
    assert.deepEqual(users, ['a', 'b', 'c']);
    const since = new Date(0);
    const executions = await Array.fromAsync(
      manifold.executions({ user: 'a', status: 'failed', started_at_min: since }),
      ({ execution_id }) => execution_id,
    );
    assert.deepEqual(executions, ['1', '2']);
    assert.deepEqual(await manifold.channels(), [{ channel: 'shopify' }]);
    const api = 'https://api.example.com/api/ServiceClientApp';
    const filters =
      'limit=100&tpUserId=a&status=failed&started_at_min=1970-01-01T00%3A00%3A00.000Z';
    assert.deepEqual(
      calls.map(({ url }) => url),
      [
        `${api}/Users?limit=100&channel=bol&state=needs_attention`,
        `${api}/Users?limit=100&channel=bol&state=needs_attention&next_page_token=next`,
        `${api}/Executions?${filters}`,
        `${api}/Executions?${filters}&next_page_token=more`,
        `${api}/Channels`,
      ],
    );
  });

  it('that something else answers for are distinguished', async () => {
    for (const ask of [
      (client: Manifold) => client.users()[Symbol.asyncIterator]().next(),
      (client: Manifold) => client.executions()[Symbol.asyncIterator]().next(),
      (client: Manifold) => client.channels(),
      (client: Manifold) => client.user('a'),
      (client: Manifold) => client.magicLink({ user: 'a' }),
      (client: Manifold) => client.orders(WHO).start(),
    ]) {
      const error = await failing(ask(open([Response.json({ welcome: true })]).manifold));
      assert.equal(error.code, 'not_manifold');
    }
  });
});

it('waits for an answer where no timer can hold the time that is allowed', async () => {
  for (const timeout of [Number.POSITIVE_INFINITY, 1e9]) {
    const manifold = new Manifold({
      ...{ url: 'https://api.example.com', clientId: 'app', clientSecret: SECRET, timeout },
      patience: { tries: 1 },
      fetch: async (url, init) => {
        if (url.endsWith('/connect/token')) return token();
        await new Promise((resolve) => setTimeout(resolve, 20));
        init.signal?.throwIfAborted();
        return page(['1']);
      },
    });
    assert.deepEqual(await all(manifold.orders(WHO)), ['1']);
  }
});
