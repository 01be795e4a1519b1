// The page of one channel: its ways, their forms, and the live check of what was typed. Whatever goes
// wrong is shown at an address that can be loaded again.
import type { FastifyInstance } from 'fastify';
import { diagnose } from '../link/diagnosis.ts';
import { credentialOf, givenOf, inputsOf, keptOf, missingOf, plainOf } from '../link/form.ts';
import { channelPage } from '../link/pages/channel.ts';
import { Fault } from '../model/faults.ts';
import { HIDDEN, type Pages } from './link-pages.ts';
import { goTo, pageQuery, sendPage } from './link-reply.ts';
import { visitPaths } from './paths.ts';

export function channelRoutes(scope: FastifyInstance, pages: Pages): void {
  const { link } = pages;
  const { offer, drafts } = link;
  const paths = visitPaths(':visit');

  scope.get(
    paths.channel(':channel'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, frame, say }) => {
      const { channel: name } = request.params as { channel: string };
      const channel = offer.channelOf(guest.visit, name);
      const offered = await offer.one(guest.visit, name);
      if (!channel || !offered) return say('missing');
      const { way: wanted, try: tried } = pageQuery(request);
      const ways = offer.ways(name);
      const way = ways.find(({ id }) => id === wanted) ?? ways[0];
      const kept = tried === undefined ? undefined : await drafts.find(guest.visit, tried);
      const draft = kept?.channel === name && kept.way === way?.id ? kept : undefined;
      const shown = frame();
      const { given = {}, trouble, missing = [] } = draft ?? {};
      const typed = plainOf(given, way, channel);
      const page = channelPage(shown, {
        ...{ offered, ways, way, typed, missing },
        inputs: way ? inputsOf(way, channel, shown.language) : [],
        words: channel.words[shown.language],
        trouble: trouble && diagnose(trouble, channel, shown.language),
        place: link.place(way, typed),
        kept: way ? keptOf(given, way, channel) : [],
        draft: draft && tried,
      });
      return sendPage(reply, 200, page);
    }),
  );

  scope.post(
    paths.way(':channel', ':way'),
    HIDDEN,
    pages.inForm(async ({ guest, request, reply, paths: own, say }, form) => {
      const { visit } = guest;
      const { channel: name, way: id } = request.params as { channel: string; way: string };
      const channel = offer.channelOf(visit, name);
      const way = offer.ways(name).find((known) => known.id === id);
      if (!channel || !way) return say('missing');
      const before = await drafts.find(visit, form.get('_try') ?? '');
      const isSame = before?.channel === name && before.way === id;
      const given = givenOf(form, way, channel, isSame ? before.given : {});

      const showAgain = async (fault?: Fault, missing?: readonly string[]) => {
        const draft = { channel: name, way: id, given, ...(missing && { missing }) };
        return goTo(reply, own.tried(name, id, await drafts.keep(visit, draft, fault)));
      };
      if (form.get('_intent') === 'place') return showAgain();
      const missing = missingOf(given, way, channel);
      if (missing.length > 0) return showAgain(undefined, missing);

      if (way.kind === 'consent') {
        try {
          return goTo(reply, own.leaving(await link.trips.begin(guest, name, way, given)));
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          return showAgain(error);
        }
      }
      const trouble = await link.attempt(visit, name, {}, () => credentialOf(given, channel), id);
      if (trouble) return showAgain(trouble);
      await drafts.forget(visit, name);
      return goTo(reply, own.linked(name));
    }),
  );
}
