// The scope of the console: how its pages and acts are made, who is let in, and the page for what goes wrong.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_PATHS } from '../http/paths.ts';
import type { TokenSeal } from '../link/token.ts';
import { MAX_PAGE_TOKEN } from '../model/query.ts';
import { storable } from '../model/text.ts';
import type { Operator, Stays } from '../operate/console.ts';
import type { Actor, Acts } from '../operate/index.ts';
import { isMissing, sentenceFor } from '../operate/sentence.ts';
import * as browser from '../pages/browser.ts';
import { type Html, html, raw } from '../pages/html.ts';
import { type AreaName, pathOf } from './areas.ts';
import { layout } from './layout.ts';
import { type List, listPage } from './list.ts';
import type { Live } from './live.ts';
import { addressOf, button, hidden, inputs, mark, to, way } from './parts.ts';
import { createSessions, type Stay } from './session.ts';
import type { Shown, Visit } from './visit.ts';

const { formOf, fromElsewhere, goTo, pageQuery, secureLive, sendPage, takeForms } = browser;

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

/** The pages and acts of one area, by their paths within it. */
export interface AreaRoutes {
  /** Its first page. */
  list<Row, Chosen>(list: List<Row, Chosen>): void;
  page(path: string, handler: PageHandler): void;
  /** The last part of its path is its own name; without any it is an act on the area. */
  act(path: string, act: Act): void;
}
type PageHandler = (visit: Visit) => Promise<Shown | undefined>;
export type Area = (routes: AreaRoutes) => void;

const BODY_LIMIT = 256 * 1024;

export async function consoleScope(
  server: FastifyInstance,
  options: ConsoleOptions,
  areas: Readonly<Record<AreaName, Area>>,
): Promise<void> {
  const { url, stays, seal, isOpen, live } = options;
  const sessions = createSessions(stays, seal, { url, isOpen });
  const { host } = new URL(url);

  /** An act is about what its path names before it. */
  function visitOf(request: FastifyRequest, stay: Stay, area?: AreaName, isAct = false): Visit {
    const { login, role } = stay;
    const isAdmin = role === 'admin';
    const query = pageQuery(request);
    const { client = '', user = '' } = query;
    const formToken = html`${hidden({ form: sessions.formToken(stay) })}`;
    const [address = ''] = request.url.split('?', 1);
    const path = isAct ? address.slice(0, address.lastIndexOf('/')) : address;
    const at = (act?: string) => addressOf(act === undefined ? path : `${path}/${act}`, query);
    const does: Visit['does'] = (act, words, { fields = {}, inputs: typed, look, forAll } = {}) => {
      if (!isAdmin && !forAll) return undefined;
      const pressed = button(words, look ?? (typed ? 'main' : 'plain'));
      return html`<form${typed && raw(' class="filters"')} method="post" action="${act.startsWith('/') ? act : at(act)}">${formToken}${hidden(fields)}${typed && inputs(typed)}${pressed}</form>`;
    };
    return {
      ...{ live, area, path, isAdmin, query, formToken, at, does },
      now: options.now(),
      acts: options.actsFor({ by: 'console', login }),
      said: sessions.said(stay, query.said),
      who: isOpen
        ? mark('sandbox')
        : html`<span>${login} ${mark(role)}</span>${does(CONSOLE_PATHS.leave, 'Sign out', { forAll: true })}`,
      params: { client, user, ...(request.params as object) } as Visit['params'],
      titleOf: (channel) => live.channels[channel]?.title ?? channel,
      help: (code) => to(live.helpOf(code), code),
    };
  }

  const show = (reply: FastifyReply, shown: Shown, visit?: Visit) =>
    sendPage(reply, shown.status ?? 200, layout(shown, visit));

  await server.register((scope, _, done) => {
    takeForms(scope, BODY_LIMIT);
    scope.addHook('onRequest', async (request, reply) => {
      secureLive(reply);
      const parts = Object.values((request.params ?? {}) as Record<string, string>);
      // Reached by another name it is not there: no page of another host leads in.
      const isElsewhere = request.headers.host !== host && !isOpen;
      if (isElsewhere || !parts.every(storable)) return show(reply, NOT_THERE);
    });
    scope.setErrorHandler(async (error, request, reply) => {
      const stay = await sessions.find(request, reply).catch(() => undefined);
      const visit = stay && visitOf(request, stay);
      if (isMissing(error)) return show(reply, NOT_THERE, visit);
      const { statusCode = 500 } = error as { readonly statusCode?: number };
      const sentence = sentenceFor(error);
      if (sentence !== undefined)
        return show(reply, failed(sentence, request.method === 'GET' ? 404 : 409), visit);
      if (statusCode >= 500) options.onUnexpected(error);
      const words = statusCode === 413 ? 'The form is too large.' : UNEXPECTED;
      return show(reply, failed(words, statusCode), visit);
    });

    type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
    const route = (method: 'GET' | 'POST', url: string, handler: Handler) =>
      scope.route({ method, url, schema: { hide: true }, handler });

    route('GET', CONSOLE_PATHS.enter, async (request, reply) => {
      const { token = '' } = pageQuery(request);
      const operator = await sessions.invited(token);
      if (!operator) return show(reply, SIGNED_OUT);
      sessions.land(reply, token);
      return show(reply, invitation(operator, token));
    });

    route('POST', CONSOLE_PATHS.enter, async (request, reply) => {
      if (fromElsewhere(request, url)) return show(reply, SIGNED_OUT);
      const entered = await sessions.enter(request, reply, formOf(request).get('token') ?? '');
      // A double click: the first one has signed in.
      if (entered === 'entered' || (await sessions.find(request, reply)))
        return goTo(reply, CONSOLE_PATHS.home);
      return show(reply, entered === 'cookies' ? WITHOUT_COOKIES : SIGNED_OUT);
    });

    /** For those who are signed in; all others learn how they can be. */
    const asOperator =
      (handler: (stay: Stay, ...on: Parameters<Handler>) => Promise<unknown>): Handler =>
      async (request, reply) => {
        const stay = await sessions.find(request, reply);
        return stay ? await handler(stay, request, reply) : show(reply, SIGNED_OUT);
      };
    const asForm = (
      handler: (stay: Stay, form: URLSearchParams, ...on: Parameters<Handler>) => Promise<unknown>,
    ) =>
      asOperator(async (stay, request, reply) => {
        const form = formOf(request, MAX_PAGE_TOKEN);
        const isOurs = sessions.fromOurForm(stay, form.get('form')) && !fromElsewhere(request, url);
        if (!isOurs) return show(reply, STALE, visitOf(request, stay));
        return await handler(stay, form, request, reply);
      });

    route(
      ...(['POST', CONSOLE_PATHS.leave] as const),
      asForm(async (stay, _, __, reply) => {
        await sessions.leave(reply, stay);
        return goTo(reply, CONSOLE_PATHS.enter);
      }),
    );

    const within = (area: AreaName, path: string) => (path ? `${pathOf(area)}/${path}` : pathOf(area)); // biome-ignore format: one line
    const page = (area: AreaName, path: string, handler: PageHandler) =>
      route(
        ...(['GET', within(area, path)] as const),
        asOperator(async (stay, request, reply) => {
          const visit = visitOf(request, stay, area);
          return show(reply, (await handler(visit)) ?? NOT_THERE, visit);
        }),
      );
    const act = (area: AreaName, path: string, { asks, sure = '', run, forAll }: Act) =>
      route(
        ...(['POST', within(area, path)] as const),
        asForm(async (stay, form, request, reply) => {
          const visit = visitOf(request, stay, area, path !== '');
          if (!visit.isAdmin && !forAll) return show(reply, ONLY_READ, visit);
          if (asks && form.get('sure') !== 'yes') {
            const fields = Object.fromEntries([...form].filter(([name]) => name !== 'form'));
            const yes = visit.does(request.url, sure, {
              fields: { ...fields, sure: 'yes' },
              look: 'danger',
            });
            const body = html`<div class="ask">${await asks(visit, form)}<div class="acts">${yes}${way(visit.at(), 'Leave it as it is')}</div></div>`;
            return show(reply, { title: 'Are you sure?', body }, visit);
          }
          const done = await run(visit, form);
          if (typeof done === 'string') return goTo(reply, sessions.saying(stay, visit.at(), done));
          if ('say' in done) return goTo(reply, sessions.saying(stay, done.to, done.say));
          if ('body' in done) return show(reply, done, visit);
          return reply
            .header('content-disposition', `attachment; filename="${done.name}"`)
            .type(done.type)
            .send(Readable.from(done.file, { objectMode: false }));
        }),
      );
    for (const [key, area] of Object.entries(areas)) {
      const name = key as AreaName;
      area({
        page: (path, handler) => page(name, path, handler),
        act: (path, one) => act(name, path, one),
        list: (list) => page(name, '', (visit) => listPage(name, list, visit)),
      });
    }
    route(
      ...(['GET', `${CONSOLE_PATHS.home}/*`] as const),
      asOperator(async (stay, request, reply) => show(reply, NOT_THERE, visitOf(request, stay))),
    );
    done();
  });
}

const failed = (words: string, status: number): Shown => ({
  ...{ title: 'This could not be done', status },
  body: html`<p class="said bad" role="alert">${words}</p><p>${to(CONSOLE_PATHS.home, 'To the start')}</p>`,
});
const UNEXPECTED = 'Something went wrong here. The log says more.';

const invitation = ({ login, role }: Operator, token: string): Shown => ({
  title: 'Sign in',
  body: html`<p>You sign in as <strong>${login}</strong>, who may ${role === 'admin' ? 'see and change everything' : 'see everything and change nothing'}.</p>
<form method="post" action="${CONSOLE_PATHS.enter}">${hidden({ token })}${button('Sign in')}</form>`,
});
const NOT_THERE: Shown = {
  ...{ title: 'Not found', status: 404 },
  body: html`<p>There is nothing here. It may have been deleted, or it is no longer kept.</p>`,
};
const SIGNED_OUT: Shown = {
  ...{ title: 'Sign in', status: 401 },
  body: html`<p>Run this where the service runs, and open the address that it prints:</p>
<pre><code>manifold console</code></pre>
<p>The address works once, for 15 minutes, in the browser that opens it first. You then stay signed in for 12 hours.</p>`,
};
const WITHOUT_COOKIES: Shown = {
  ...{ title: 'Your browser keeps no cookies', status: 400 },
  body: html`<p>Allow cookies for this address, or open the sign-in address in the browser that you used first. It has not been used up.</p>`,
};
const STALE: Shown = {
  ...{ title: 'This page is out of date', status: 403 },
  body: html`<p role="alert">Nothing was done. Go back, load the page again, and repeat what you did.</p>`,
};
const ONLY_READ: Shown = {
  ...{ title: 'You may only look', status: 403 },
  body: html`<p role="alert">Nothing was done. An admin signs in with <code>manifold console --role admin</code>.</p>`,
};
