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

/** What was set aside because the service ended twice while it did it. */
export const setAside: Check = {
  id: 'set-aside',
  async run({ store }) {
    if (!store) return [];
    const { executions, deliveries, hooks } = await store.setAside();
    const all = executions + deliveries + hooks;
    if (all === 0) return [ok('set-aside', 'No work was set aside.')];
    return [
      warning(
        'set-aside',
        `${executions} executions, ${deliveries} deliveries and ${hooks} hooks were set aside: two processes in a row ended while they did them.`,
        'Look for "work was set aside" and "the event loop stood still" in the log, and report them: no request should hold the service up.',
      ),
    ];
  },
};

/** What PostgreSQL is set to, against what the service promises and asks of it. */
export const server: Check = {
  id: 'postgresql',
  async run({ config, inspection }): Promise<Finding[]> {
    const { settings: set, instances = [] } = inspection ?? {};
    if (!set) return [];
    const found: Finding[] = [];
    if (!set.fsync)
      found.push(
        wrong(
          'postgresql',
          'PostgreSQL runs with fsync off: a crash of its machine can destroy the database.',
          'alter system set fsync = on, then reload it (select pg_reload_conf()).',
        ),
      );
    if (!set.synchronousCommit)
      found.push(
        wrong(
          'postgresql',
          'PostgreSQL runs with synchronous_commit off: a crash of it loses calls and events that were acknowledged.',
          'Set synchronous_commit to on, for the server, the database or the user of the service.',
        ),
      );
    const own = config.databaseConnections;
    const all = own * Math.max(1, instances.length);
    const each = all === own ? `${own}` : `${all} (${instances.length} instances, ${own} each)`;
    // A pooler in between gives out more than the server has.
    const ours = Number(URL.parse(config.databaseUrl ?? '')?.port || 5432);
    const say = own > set.connections && (set.port ?? ours) === ours ? wrong : warning;
    if (all > set.connections)
      found.push(
        say(
          'postgresql',
          `The service may open ${each} connections, and PostgreSQL takes ${set.connections} of them.`,
          'Lower MANIFOLD_DATABASE_CONNECTIONS, raise max_connections of the server, or put a pooler in between.',
        ),
      );
    return found.length > 0
      ? found
      : [ok('postgresql', 'PostgreSQL keeps what it acknowledges, and has connections enough.')];
  },
};
