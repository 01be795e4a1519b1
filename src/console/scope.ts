// The scope of the console: how its pages and acts are made, who is let in, and the page for what goes wrong.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_PATHS } from '../http/paths.ts';
import { MAX_PAGE_TOKEN } from '../model/query.ts';
import { storable } from '../model/text.ts';
import type { Actor, Acts } from '../operate/index.ts';
import { isMissing, sentenceFor } from '../operate/sentence.ts';
import { formOf, fromElsewhere, goTo, pageQuery, secureLive, sendPage } from '../pages/browser.ts';
import { type Html, html } from '../pages/html.ts';
import { type AreaName, layout } from './layout.ts';
import type { Live } from './live.ts';
import { button } from './parts.ts';
import { createSessions, type Stay, type Stays, type TokenSeal } from './session.ts';

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

/** One visit of a page. */
export interface Visit {
  readonly acts: Acts;
  readonly live: Live;
  readonly now: number;
  readonly login: string;
  readonly isAdmin: boolean;
  readonly query: Readonly<Record<string, string>>;
  /** What the path names, where it names such a thing. */
  readonly params: Readonly<Record<'id' | 'client' | 'channel', string>>;
  /** A form with one button, which does an act; nothing for those who may not. */
  readonly does: (path: string, words: string, more?: Does) => Html | undefined;
  /** The hidden field that every form brings back. */
  readonly formToken: Html;
}

interface Does {
  readonly fields?: Readonly<Record<string, string>>;
  readonly look?: 'plain' | 'danger';
  /** Also for those who may only look. */
  readonly forAll?: boolean;
}

/** What a page shows. */
export interface Shown {
  readonly title: string;
  /** Where it stands, from the outside in. */
  readonly above?: readonly (readonly [title: string, path: string])[];
  readonly body: Html;
  readonly status?: number;
}

/** What an act ends in: a page that says so, one that is shown once, or a file. */
type Done =
  | { readonly say: string; readonly to: string }
  | { readonly page: Shown }
  | { readonly file: AsyncIterable<string>; readonly name: string; readonly type: string };

export interface Act {
  /** Asked first, where it cannot be undone: what will happen, and the words of the button. */
  readonly asks?: (visit: Visit, form: URLSearchParams) => Promise<readonly [Html, string]>;
  readonly run: (visit: Visit, form: URLSearchParams) => Promise<Done>;
  /** Also for those who may only look. */
  readonly forAll?: boolean;
}

export interface ConsoleRoutes {
  page(area: AreaName, path: string, handler: (visit: Visit) => Promise<Shown | undefined>): void;
  act(area: AreaName, path: string, act: Act): void;
}

const BODY_LIMIT = 256 * 1024;
const HIDDEN = { schema: { hide: true } } as const;

export const NOT_THERE: Shown = {
  ...{ title: 'Not found', status: 404 },
  body: html`<p>There is nothing here. It may have been deleted, or it is no longer kept.</p>`,
};

export async function consoleScope(
  server: FastifyInstance,
  options: ConsoleOptions,
  add: (routes: ConsoleRoutes) => void,
): Promise<void> {
  const { url, stays, seal, isOpen, live } = options;
  const sessions = createSessions(stays, seal, { url, isOpen });
  const { host } = new URL(url);

  const visitOf = (request: FastifyRequest, stay: Stay): Visit => {
    const { login, role } = stay;
    const isAdmin = role === 'admin';
    const formToken = html`<input type="hidden" name="form" value="${sessions.formToken(stay)}">`;
    return {
      ...{ live, login, isAdmin, formToken, now: options.now() },
      acts: options.actsFor({ by: 'console', login }),
      query: pageQuery(request),
      params: request.params as Visit['params'],
      does: (path, words, { fields = {}, look = 'plain', forAll = false } = {}) =>
        ((isAdmin || forAll) &&
          html`<form method="post" action="${path}">${formToken}${Object.entries(fields).map(
            ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
          )}${button(words, look)}</form>`) ||
        undefined,
    };
  };

  /** The page as this operator sees it. */
  function show(reply: FastifyReply, to: Show) {
    const { area, shown, stay, said } = to;
    const { status = 200, ...page } = shown;
    const leave = stay && {
      ...stay,
      form: html`<form method="post" action="${CONSOLE_PATHS.leave}"><input type="hidden" name="form" value="${sessions.formToken(stay)}">${button('Sign out', 'plain')}</form>`,
    };
    return sendPage(reply, status, layout({ ...page, area, said, who: leave, isOpen }));
  }

  const stayOf = (request: FastifyRequest, reply: FastifyReply) =>
    sessions.find(request, reply).catch(() => undefined);
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
      if (isMissing(error))
        return show(reply, { stay: await stayOf(request, reply), shown: NOT_THERE });
      const sentence = sentenceFor(error);
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      if (sentence === undefined && status >= 500) options.onUnexpected(error);
      const words =
        sentence ??
        (status === 413
          ? 'The form is too large.'
          : 'Something went wrong here. The log says more.');
      return show(reply, {
        stay: await stayOf(request, reply),
        shown: {
          title: 'This could not be done',
          status: sentence === undefined ? status : request.method === 'GET' ? 404 : 409,
          body: html`<p class="said bad" role="alert">${words}</p><p><a href="${CONSOLE_PATHS.home}">To the start</a></p>`,
        },
      });
    });

    const route = (
      method: 'GET' | 'POST',
      path: string,
      handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
    ) =>
      scope.route({ method, url: path, ...HIDDEN, handler: async (...both) => handler(...both) });

    route('GET', CONSOLE_PATHS.enter, async (request, reply) => {
      const { token = '' } = pageQuery(request);
      const operator = await sessions.invited(token);
      if (!operator) return signIn(reply);
      sessions.land(reply, token);
      return show(reply, {
        shown: {
          title: 'Sign in',
          body: html`<p>You sign in as <strong>${operator.login}</strong>, who may ${operator.role === 'admin' ? 'see and change everything' : 'see everything and change nothing'}.</p>
<form method="post" action="${CONSOLE_PATHS.enter}"><input type="hidden" name="token" value="${token}">${button('Sign in', 'main')}</form>`,
        },
      });
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
      (handler: (stay: Stay, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
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

    add({
      page: (area, path, handler) =>
        route(
          'GET',
          path,
          asOperator(async (stay, request, reply) => {
            const visit = visitOf(request, stay);
            const shown = (await handler(visit)) ?? NOT_THERE;
            const said = sessions.said(stay, visit.query.said);
            return show(reply, { area, shown, stay, said });
          }),
        ),
      act: (area, path, { asks, run, forAll = false }) =>
        route(
          'POST',
          path,
          asForm(async (stay, form, request, reply) => {
            const visit = visitOf(request, stay);
            if (!visit.isAdmin && !forAll) return show(reply, { area, shown: ONLY_READ, stay });
            if (asks && form.get('sure') !== 'yes') {
              const [question, words] = await asks(visit, form);
              const fields = Object.fromEntries([...form].filter(([name]) => name !== 'form'));
              const again = visit.does(request.url, words, {
                fields: { ...fields, sure: 'yes' },
                look: 'danger',
              });
              const body = html`<div class="ask">${question}<div class="acts">${again}<a class="button plain" href="${backFrom(request)}">Leave it as it is</a></div></div>`;
              return show(reply, { area, shown: { title: 'Are you sure?', body }, stay });
            }
            const done = await run(visit, form);
            if ('page' in done) return show(reply, { area, shown: done.page, stay });
            if ('file' in done)
              return reply
                .header('content-disposition', `attachment; filename="${done.name}"`)
                .type(done.type)
                .send(Readable.from(done.file, { objectMode: false }));
            return goTo(reply, sessions.saying(stay, done.to, done.say));
          }),
        ),
    });
    scope.get(`${CONSOLE_PATHS.home}/*`, HIDDEN, (request, reply) =>
      asOperator((stay) => Promise.resolve(show(reply, { stay, shown: NOT_THERE })))(
        request,
        reply,
      ),
    );
    done();
  });
}

interface Show {
  readonly area?: AreaName;
  readonly shown: Shown;
  readonly stay?: Stay | undefined;
  readonly said?: string | undefined;
}
type On = readonly [request: FastifyRequest, reply: FastifyReply];

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
