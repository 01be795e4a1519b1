// Whether the store can be written, and whether its tables are those of this version.
import { TROUBLES } from '../../model/trouble.ts';
import { type Check, type Finding, ok, warning, wrong } from './check.ts';

export const writable: Check = {
  id: 'store',
  async run({ store, inspection }) {
    if (!store || !inspection) return [];
    const trouble = await store.check();
    return trouble
      ? [
          wrong(
            'store',
            TROUBLES[trouble].sentence,
            'Mend the database; nothing is lost meanwhile.',
          ),
        ]
      : [ok('store', `${inspection.server} opens and can be written.`)];
  },
};

export const tables: Check = {
  id: 'tables',
  async run({ inspection }): Promise<Finding[]> {
    if (!inspection) return [];
    const { missing, newer } = inspection;
    if (newer.length > 0)
      return [
        warning(
          'tables',
          'A later version of Manifold has worked on this database.',
          'Finish the upgrade: run the later version everywhere, and its doctor.',
        ),
      ];
    return missing.length === 0
      ? [ok('tables', 'The tables are those of this version.')]
      : [
          warning(
            'tables',
            `The database is older than this version: ${missing.length} ${missing.length === 1 ? 'step' : 'steps'} will be made when it is next opened. The rest was not looked at.`,
            'Make a backup, then start this version.',
          ),
        ];
  },
};
