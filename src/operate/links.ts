// What an operator sees of linking: how far visitors come, where they leave, and the steps of one visit.
import type { StepFilter } from '../store/index.ts';
import type { House } from './audit.ts';

/** What visitors go through, in this order; by some ways without leaving for the vendor. */
const FUNNEL = ['opened', 'begun', 'chosen', 'sent', 'linked', 'finished'] as const;
/** What is counted of each channel. */
export const OF_CHANNEL = ['chosen', 'sent', 'refused', 'left', 'returned', 'linked'] as const;

export function linkActs({ store: { linkSteps }, requireClient }: House) {
  return {
    async funnel(filter: StepFilter) {
      if (filter.client !== undefined) await requireClient(filter.client);
      const counts = await linkSteps.counts(filter);
      const sum = (is: (row: (typeof counts)[number]) => boolean) =>
        counts.filter(is).reduce((all, { visits }) => all + visits, 0);
      const channels = [...new Set(counts.flatMap(({ channel }) => channel ?? []))].sort();
      const last = await linkSteps.lastSteps(filter);
      return {
        /** Visits that came so far; a visit that chose two channels counts twice from there on. */
        steps: FUNNEL.map((step) => ({
          step,
          visits: sum((row) => row.step === step && row.code !== 'cancelled'),
          /** It was their last one: they left, or are still there. */
          left: last.find((one) => one.step === step)?.visits ?? 0,
        })),
        channels: channels.map((channel) => ({
          channel,
          visits: OF_CHANNEL.map((step) =>
            sum((row) => row.channel === channel && row.step === step),
          ),
        })),
        refusals: counts
          .filter(({ step }) => step === 'refused')
          .map(({ channel, code, visits }) => ({ channel, code: code ?? 'unexpected', visits }))
          .sort((one, other) => other.visits - one.visits),
      };
    },

    /** Those with a step in that time, the last first. */
    visits: linkSteps.recent,

    /** Empty where there is no such visit, or it is no longer kept. */
    visit: linkSteps.of,
  };
}
