// The page of one channel: its ways, their forms, and the live check of what was typed.
import type { FastifyInstance } from 'fastify';
import { type Diagnosis, diagnose, readsOf, type Trouble } from '../link/diagnosis.ts';
import { credentialOf, givenOf, inputsOf, plainOf, problemsIn } from '../link/form.ts';
import type { Place } from '../link/link.ts';
import type { Given, Way } from '../link/offer.ts';
import { channelPage } from '../link/pages/channel.ts';
import { Fault } from '../model/faults.ts';
import { HIDDEN, type Pages, type Step } from './link-pages.ts';
import { goTo, pageQuery, sendPage } from './link-reply.ts';
import { LINK_PATHS } from './paths.ts';

export function channelRoutes(scope: FastifyInstance, pages: Pages): void {
  const { link, say } = pages;
  const { offer } = link;

  scope.get(
    LINK_PATHS.channel(':channel'),
    HIDDEN,
    pages.inVisit(async (step) => {
      const { guest, request, reply } = step;
      const name = (request.params as { channel: string }).channel;
      if (!offer.channelOf(guest.visit, name)) return say(request, reply, 'missing', guest);
      const ways = offer.ways(name);
      const way = ways.find(({ id }) => id === pageQuery(request).way) ?? ways[0];
      const failure = await link.trips.failure(guest, name);
      const trouble = failure && 'code' in failure ? failure : undefined;
      return show(step, name, way, { given: {}, ...(trouble && { trouble }) });
    }),
  );

  scope.post(
    LINK_PATHS.way(':channel', ':way'),
    HIDDEN,
    pages.inForm(async (step, form) => {
      const { guest, request, reply } = step;
      const { channel: name, way: id } = request.params as { channel: string; way: string };
      const channel = offer.channelOf(guest.visit, name);
      const way = offer.ways(name).find((known) => known.id === id);
      if (!channel || !way) return say(request, reply, 'missing', guest);
      const given = givenOf(form, way, channel);
      const { language, words } = step.frame();
      if (form.get('_intent') === 'place') {
        const place = await link.showPlace(guest.visit, name, way, given);
        const problems = place && 'needs' in place ? { [place.needs]: words.problem.first } : {};
        return show(step, name, way, { given, problems, place });
      }
      const problems = problemsIn(given, way, channel, language, Object.values(offer.known));
      if (Object.keys(problems).length > 0) return show(step, name, way, { given, problems });

      if (way.kind === 'consent') {
        try {
          await link.trips.begin(guest, name, way, given);
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          return show(step, name, way, { given, trouble: error });
        }
        return goTo(reply, LINK_PATHS.leaving(name));
      }
      const trouble = await link.attempt(guest.visit, name, {}, () => credentialOf(given, channel));
      if (trouble) return show(step, name, way, { given, trouble });
      await link.trips.forget(guest, name);
      return goTo(reply, LINK_PATHS.linked(name));
    }),
  );

  interface Shown {
    readonly given: Given;
    readonly trouble?: Trouble;
    readonly problems?: Readonly<Record<string, string>>;
    readonly place?: Place | undefined;
  }

  async function show(
    { guest, reply, frame }: Step,
    name: string,
    way: Way | undefined,
    { given, trouble, problems = {}, place }: Shown,
  ) {
    const channel = offer.channelOf(guest.visit, name);
    const offered = await offer.one(guest.visit, name);
    if (!channel || !offered) throw new Fault('unsupported_channel', 'There is no such channel.');
    const ways = offer.ways(name);
    const chosen = way && way !== ways[0] ? `?way=${way.id}` : '';
    const shown = frame(`${LINK_PATHS.channel(name)}${chosen}`);
    const diagnosis: Diagnosis | undefined =
      trouble && diagnose(trouble, channel, shown.language, offer.known);
    const page = channelPage(shown, {
      offered,
      ways,
      way,
      inputs: way ? inputsOf(way, channel, shown.language) : [],
      words: channel.words[shown.language],
      typed: plainOf(given, way, channel),
      trouble: diagnosis,
      problems,
      place: place ?? link.place(way, plainOf(given, way, channel)),
      reads: readsOf(channel),
      formToken: link.visits.formToken(guest.visit),
    });
    return sendPage(reply, trouble || Object.keys(problems).length > 0 ? 422 : 200, page);
  }
}
