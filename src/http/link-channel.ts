// The page of one channel: its ways, their forms, and the live check of what was typed. Whatever goes
// wrong is shown at an address that can be loaded again.
import type { FastifyInstance } from 'fastify';
import { diagnose, readsOf } from '../link/diagnosis.ts';
import type { Tried } from '../link/drafts.ts';
import {
  credentialOf,
  givenOf,
  inputsOf,
  isSameHost,
  keptOf,
  plainOf,
  problemsIn,
} from '../link/form.ts';
import { channelPage } from '../link/pages/channel.ts';
import { disconnectPage } from '../link/pages/disconnect.ts';
import { knownOf } from '../link/relink.ts';
import { Fault } from '../model/faults.ts';
import { HIDDEN, type Pages } from './link-pages.ts';
import { goTo, pageQuery, sendPage } from './link-reply.ts';
import { visitPaths } from './paths.ts';

export function channelRoutes(scope: FastifyInstance, pages: Pages): void {
  const { link } = pages;
  const { offer, drafts } = link;
  const known = Object.values(offer.known);
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
      const { language, words } = shown;
      const {
        given = knownOf(offered.settings, way, channel),
        trouble,
        found,
        isChecked = false,
        dropped = [],
      } = draft ?? {};
      const typed = plainOf(given, way, channel);
      // Of what was filled in by us the visitor has not said yet that it is still right.
      const place = draft?.place ?? link.place(way, draft ? typed : {});
      // In the language of the page, whichever that is by now.
      const problems = {
        ...(draft?.place && 'needs' in draft.place && { [draft.place.needs]: words.problem.first }),
        ...(way && isChecked && problemsIn(given, way, channel, language, known)),
        ...Object.fromEntries(dropped.map((key) => [key, words.problem.dropped])),
      };
      const page = channelPage(shown, {
        ...{ offered, ways, way, typed, problems, place, found },
        only: guest.visit.scopes.length === 1,
        inputs: way ? inputsOf(way, channel, language) : [],
        words: channel.words[language],
        trouble: trouble && diagnose(trouble, channel, language, offer.known),
        reads: readsOf(channel),
        kept: way ? keptOf(given, way, channel, problems) : [],
        draft: draft && tried,
      });
      return sendPage(reply, 200, page);
    }),
  );

  scope.post(
    paths.way(':channel', ':way'),
    HIDDEN,
    pages.inForm(async ({ guest, request, reply, paths: own, frame, say }, form) => {
      const { visit } = guest;
      const { channel: name, way: id } = request.params as { channel: string; way: string };
      const channel = offer.channelOf(visit, name);
      const way = offer.ways(name).find((one) => one.id === id);
      if (!channel || !way) return say('missing');
      const { language } = frame();
      const before = await drafts.find(visit, form.get('_try') ?? '');
      const isSame = before?.channel === name && before.way === id;
      const typed = isSame ? before.given : {};
      const given = givenOf(form, way, channel, isSameHost(form, typed, channel) ? typed : {});
      // Whoever changes the address types the keys for it again.
      const dropped = keptOf(typed, way, channel).filter((key) => given[key] === undefined);

      const showAgain = async (tried: Partial<Tried>, fault?: Fault) => {
        const draft = { channel: name, way: id, given, dropped, ...tried };
        return goTo(reply, own.tried(name, id, await drafts.keep(visit, draft, fault)));
      };
      if (form.get('_intent') === 'place')
        return showAgain({ place: await link.showPlace(visit, name, way, given) });
      const problems = problemsIn(given, way, channel, language, known);
      if (Object.keys(problems).length + dropped.length > 0) return showAgain({ isChecked: true });

      try {
        const located = await link.locate(visit, name, way, given);
        if (way.kind === 'consent')
          return goTo(reply, own.leaving(await link.trips.begin(guest, name, way, given, located)));
        const meant = located?.given ?? given;
        // A key goes to another site than the one that was typed only after a second look.
        if (located?.elsewhere) return showAgain({ given: meant, found: located });
        const obtain = () => credentialOf(meant, channel);
        const trouble = await link.attempt(visit, name, {}, obtain, id);
        if (trouble) return showAgain({}, trouble);
      } catch (error) {
        if (!(error instanceof Fault) || error.code === 'unavailable') throw error;
        return showAgain({}, error);
      }
      await drafts.forget(visit, name);
      return goTo(reply, own.linked(name));
    }),
  );

  scope.get(
    paths.disconnect(':channel'),
    HIDDEN,
    pages.inVisit(async ({ guest, request, reply, frame, paths: own, say }) => {
      const { channel: name } = request.params as { channel: string };
      const offered = await offer.one(guest.visit, name);
      if (!offered) return say('missing');
      if (offered.state === 'none') return goTo(reply, own.channel(name));
      return sendPage(reply, 200, disconnectPage(frame(), offered));
    }),
  );

  scope.post(
    paths.disconnect(':channel'),
    HIDDEN,
    pages.inForm(async ({ guest, request, reply, paths: own, say }) => {
      const { channel: name } = request.params as { channel: string };
      if (!offer.channelOf(guest.visit, name)) return say('missing');
      await link.disconnect(guest.visit, name);
      return goTo(reply, own.unlinked(name));
    }),
  );
}
