// The machine's clock is set back while a victim works.
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from '../scene.ts';

export const clock: Attack = {
  name: 'clock',
  title: 'the clock set back',
  about:
    'The machine’s clock is set back by a minute, and then by an hour, while the victim works.',
  instance: { clock: [-60, -3600] },

  async begin({ instance, lasts }) {
    instance.setClock();
    const later = pause(lasts / 2).then(() => instance.setClock());
    return {
      async end() {
        await later;
        return { saw: 'set back by 60 s, then by 3,600 s' };
      },
    };
  },
};
