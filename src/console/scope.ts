// The scope of the console: how its pages and acts are made, who is let in, and the page for what goes wrong.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_PATHS } from '../http/paths.ts';
import type { TokenSeal } from '../link/token.ts';
import { MAX_PAGE_TOKEN } from '../model/query.ts';
import { storable } from '../model/text.ts';
import type { Stays } from '../operate/console.ts';
import type { Actor, Acts } from '../operate/index.ts';
import { isMissing, sentenceFor } from '../operate/sentence.ts';
import { formOf, fromElsewhere, goTo, pageQuery, secureLive, sendPage } from '../pages/browser.ts';
import { type Html, html, raw } from '../pages/html.ts';
import { AREAS, type AreaName, type Layout, layout, pathOf } from './layout.ts';
import { type List, listPage } from './list.ts';
import type { Live } from './live.ts';
import { addressOf, button, hidden, inputs, to, way } from './parts.ts';
import { createSessions, type Stay } from './session.ts';
import type { Shown, Visit } from './visit.ts';

export interface ConsoleOptions {
  /** Where browsers reach it. */
  readonly url: string;
  /** Everyone may look and act: the sandbox. */
  readonly isOpen: boolean;
  readonly stays: Stays;
  readonly seal: TokenSeal;
  readonly actsFor: (actor: Actor) => Acts;
  /** What only the running service can do. */
  readonly live: Live;
  readonly now: () => number;
  readonly onUnexpected: (error: unknown) => void;
}

/** What an act ends in: what is said on the page that it was done on, or on another; a page that is shown once; or a file. */
type Done =
  | string
  | { readonly say: string; readonly to: string }
  | Shown
  | { readonly file: AsyncIterable<string>; readonly name: string; readonly type: string };

export interface Act {
  /** Asked first, where it cannot be undone: what will happen, above a button with these words. */
  readonly asks?: (visit: Visit, form: URLSearchParams) => Html | Promise<Html>;
  readonly sure?: string;
  readonly run: (visit: Visit, form: URLSearchParams) => Promise<Done>;
  /** Also for those who may only look. */
  readonly forAll?: boolean;
}

/** The pages and acts of one area. */
export interface AreaRoutes {
  /** Its first page. */
  list<Row, Chosen>(list: List<Row, Chosen>): void;
  page(path: string, handler: (visit: Visit) => Promise<Shown | undefined>): void;
  act(path: string, act: Act): void;
}
export type Area = (routes: AreaRoutes) => void;

const BODY_LIMIT = 256 * 1024;

const NOT_THERE: Shown = {
  ...{ title: 'Not found', status: 404 },
  body: html`<p>There is nothing here. It may have been deleted, or it is no longer kept.</p>`,
};

export async function consoleScope(
  server: FastifyInstance,
  options: ConsoleOptions,
  areas: Readonly<Record<AreaName, Area>>,
): Promise<void> {
  const { url, stays, seal, isOpen, live } = options;
  const sessions = createSessions(stays, seal, { url, isOpen });
  const { host } = new URL(url);

  const visitOf = (request: FastifyRequest, stay: Stay): Visit => {
    const { login, role } = stay;
    const isAdmin = role === 'admin';
    const query = pageQuery(request);
    const { client = '', user = '' } = query;
    const formToken = html`${hidden({ form: sessions.formToken(stay) })}`;
    return {
      ...{ live, isAdmin, formToken, now: options.now() },
      acts: options.actsFor({ by: 'console', login }),
      query,
      params: { client, user, ...(request.params as object) } as Visit['params'],
      does(path, words, { fields = {}, inputs: typed, look, forAll = false } = {}) {
        if (!isAdmin && !forAll) return undefined;
        const pressed = button(words, look ?? (typed ? 'main' : 'plain'));
        return html`<form${typed && raw(' class="filters"')} method="post" action="${path}">${formToken}${hidden(fields)}${typed && inputs(typed)}${pressed}</form>`;
      },
      titleOf: (channel) => live.channels[channel]?.title ?? channel,
      help: (code) => to(live.helpOf(code), code),
    };
  };

  /** The page as this operator sees it. */
  function show(reply: FastifyReply, { area, shown, stay, said, above = [] }: Show) {
    const { status = 200, title, body } = shown;
    const leave = stay && {
      ...stay,
      form: html`<form method="post" action="${CONSOLE_PATHS.leave}">${hidden({ form: sessions.formToken(stay) })}${button('Sign out', 'plain')}</form>`,
    };
    const page = { title, body, area, said, above, who: leave, isOpen };
    return sendPage(reply, status, layout(page));
  }

  const signIn = (reply: FastifyReply) => show(reply, { shown: SIGNED_OUT });

  await server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, end) =>
      end(null, body),
    );
    scope.addHook('onRequest', async (request, reply) => {
      secureLive(reply);
      const parts = Object.values((request.params ?? {}) as Record<string, string>);
      // Reached by another name it is not there: no page of another host leads in.
      if (request.headers.host !== host && !isOpen) return show(reply, { shown: NOT_THERE });
      if (!parts.every(storable)) return show(reply, { shown: NOT_THERE });
    });
    scope.setErrorHandler(async (error, request, reply) => {
      const stay = await sessions.find(request, reply).catch(() => undefined);
      if (isMissing(error)) return show(reply, { stay, shown: NOT_THERE });
      const sentence = sentenceFor(error);
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      if (sentence === undefined && status >= 500) options.onUnexpected(error);
      const words =
        sentence ??
        (status === 413
          ? 'The form is too large.'
          : 'Something went wrong here. The log says more.');
      const shown = {
        title: 'This could not be done',
        status: sentence === undefined ? status : request.method === 'GET' ? 404 : 409,
        body: html`<p class="said bad" role="alert">${words}</p><p>${to(CONSOLE_PATHS.home, 'To the start')}</p>`,
      };
      return show(reply, { stay, shown });
    });

    const route = (method: 'GET' | 'POST', url: string, handler: (...on: On) => Promise<unknown>) =>
      scope.route({ method, url, schema: { hide: true }, handler });

    route('GET', CONSOLE_PATHS.enter, async (request, reply) => {
      const { token = '' } = pageQuery(request);
      const operator = await sessions.invited(token);
      if (!operator) return signIn(reply);
      sessions.land(reply, token);
      const shown = {
        title: 'Sign in',
        body: html`<p>You sign in as <strong>${operator.login}</strong>, who may ${operator.role === 'admin' ? 'see and change everything' : 'see everything and change nothing'}.</p>
<form method="post" action="${CONSOLE_PATHS.enter}">${hidden({ token })}${button('Sign in')}</form>`,
      };
      return show(reply, { shown });
    });

    route('POST', CONSOLE_PATHS.enter, async (request, reply) => {
      if (fromElsewhere(request, url)) return signIn(reply);
      const entered = await sessions.enter(request, reply, formOf(request).get('token') ?? '');
      if (entered === 'entered') return goTo(reply, CONSOLE_PATHS.home);
      // A double click: the first one has signed in.
      if (await sessions.find(request, reply)) return goTo(reply, CONSOLE_PATHS.home);
      return entered === 'cookies' ? show(reply, { shown: WITHOUT_COOKIES }) : signIn(reply);
    });

    const asOperator =
      (handler: (stay: Stay, ...on: On) => Promise<unknown>) =>
      async (...[request, reply]: On) => {
        const stay = await sessions.find(request, reply);
        return stay ? await handler(stay, request, reply) : signIn(reply);
      };
    const asForm = (handler: (stay: Stay, form: URLSearchParams, ...on: On) => Promise<unknown>) =>
      asOperator(async (stay, request, reply) => {
        const form = formOf(request, MAX_PAGE_TOKEN);
        if (fromElsewhere(request, url) || !sessions.fromOurForm(stay, form.get('form')))
          return show(reply, { stay, shown: STALE });
        return await handler(stay, form, request, reply);
      });

    route(
      'POST',
      CONSOLE_PATHS.leave,
      asForm(async (stay, _, __, reply) => {
        await sessions.leave(reply, stay);
        return goTo(reply, CONSOLE_PATHS.enter);
      }),
    );

    const pageOf =
      (area: AreaName): AreaRoutes['page'] =>
      (path, handler) =>
        route(
          'GET',
          path,
          asOperator(async (stay, request, reply) => {
            const visit = visitOf(request, stay);
            const shown = (await handler(visit)) ?? NOT_THERE;
            const said = sessions.said(stay, visit.query.said);
            const above = aboveOf(area, path, shown, visit);
            return show(reply, { area, shown, stay, said, above });
          }),
        );
    const actOf =
      (area: AreaName): AreaRoutes['act'] =>
      (path, { asks, sure = '', run, forAll = false }) =>
        route(
          'POST',
          path,
          asForm(async (stay, form, request, reply) => {
            const visit = visitOf(request, stay);
            if (!visit.isAdmin && !forAll) return show(reply, { area, shown: ONLY_READ, stay });
            if (asks && form.get('sure') !== 'yes') {
              const question = await asks(visit, form);
              const fields = Object.fromEntries([...form].filter(([name]) => name !== 'form'));
              const again = visit.does(request.url, sure, {
                fields: { ...fields, sure: 'yes' },
                look: 'danger',
              });
              const body = html`<div class="ask">${question}<div class="acts">${again}${way(backFrom(request), 'Leave it as it is')}</div></div>`;
              return show(reply, { area, shown: { title: 'Are you sure?', body }, stay });
            }
            const done = await run(visit, form);
            if (typeof done === 'string')
              return goTo(reply, sessions.saying(stay, backFrom(request), done));
            if ('body' in done) {
              const above = aboveOf(area, path, done, visit);
              return show(reply, { area, shown: done, stay, above });
            }
            if ('file' in done)
              return reply
                .header('content-disposition', `attachment; filename="${done.name}"`)
                .type(done.type)
                .send(Readable.from(done.file, { objectMode: false }));
            return goTo(reply, sessions.saying(stay, done.to, done.say));
          }),
        );
    for (const [key, area] of Object.entries(areas)) {
      const name = key as AreaName;
      const [page, act] = [pageOf(name), actOf(name)];
      area({
        page,
        act,
        list: (list) => page(pathOf(name), (visit) => listPage(name, list, visit)),
      });
    }
    route(
      'GET',
      `${CONSOLE_PATHS.home}/*`,
      asOperator(async (stay, _, reply) => show(reply, { stay, shown: NOT_THERE })),
    );
    done();
  });
}

interface Show {
  readonly area?: AreaName;
  readonly shown: Shown;
  readonly stay?: Stay | undefined;
  readonly said?: string | undefined;
  readonly above?: Layout['above'];
}
type On = readonly [request: FastifyRequest, reply: FastifyReply];

/** Where a page stands, from the outside in: the list of its area, for the same client. */
function aboveOf(
  area: AreaName,
  path: string,
  { under, status }: Shown,
  { params: { client } }: Visit,
): Layout['above'] {
  const here = pathOf(area);
  if (status === 404 || (path === here && !under)) return [];
  return [[AREAS[area], addressOf(here, { client })], ...(under ? [under] : [])];
}

/** The page of what an act is done with: its address without the act. */
function backFrom({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1);
  return path.slice(0, path.lastIndexOf('/')) + url.slice(path.length);
}

const SIGNED_OUT: Shown = {
  title: 'Sign in',
  status: 401,
  body: html`<p>Run this where the service runs, and open the address that it prints:</p>
<pre><code>manifold console</code></pre>
<p>The address works once, for 15 minutes, in the browser that opens it first. You then stay signed in for 12 hours.</p>`,
};
const WITHOUT_COOKIES: Shown = {
  title: 'Your browser keeps no cookies',
  status: 400,
  body: html`<p>Allow cookies for this address, or open the sign-in address in the browser that you used first. It has not been used up.</p>`,
};
const STALE: Shown = {
  title: 'This page is out of date',
  status: 403,
  body: html`<p role="alert">Nothing was done. Go back, load the page again, and repeat what you did.</p>`,
};
const ONLY_READ: Shown = {
  title: 'You may only look',
  status: 403,
  body: html`<p role="alert">Nothing was done. An admin signs in with <code>manifold console --role admin</code>.</p>`,
};
