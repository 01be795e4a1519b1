// Whose things an area shows.
import { Fault } from '../model/faults.ts';
import type { Input } from './parts.ts';
import type { Visit } from './scope.ts';

/** The client that was chosen, else the first (empty where there is none); with the field to choose another. */
export async function ofClient({ acts, query }: Visit): Promise<{ client: string; field: Input }> {
  const choices = (await acts.clients.list()).map(({ id, name }) => [id, name] as const);
  const client = query.client || (choices[0]?.[0] ?? '');
  if (client !== '' && !choices.some(([id]) => id === client))
    throw new Fault('not_found', `There is no client "${client}".`);
  return { client, field: { label: 'Client', value: client, choices } };
}

/** Every channel by its title, with "any" first. */
export const channelField = ({ live, query }: Visit): Input => ({
  label: 'Channel',
  value: query.channel,
  choices: [
    ['', 'Any'],
    ...Object.entries(live.channels).map(([name, { title }]) => [name, title] as const),
  ],
});
