// Which pages the guides have, in the order and the groups in which they are read.

export interface Guide {
  /** What its address ends in. */
  readonly name: string;
  /** Where its Markdown is, from the root of the installation. */
  readonly file: string;
  /** What it is called beside the others. */
  readonly label: string;
}

export interface Group {
  readonly title: string;
  readonly guides: readonly Guide[];
}

export interface NamedChannel {
  readonly name: string;
  readonly title: string;
}

/** A page of `docs/`, at the same place among the addresses. */
const at = (name: string, label: string): Guide => ({ name, file: `docs/${name}.md`, label });
const readme = (name: string, label: string): Guide => ({
  name,
  file: `docs/${name}/README.md`,
  label,
});

/** Nothing but these pages is served, and the decisions that one of them lists. */
export const groupsOf = (channels: readonly NamedChannel[]): readonly Group[] => [
  { title: 'Start here', guides: [at('start', 'First order in two minutes')] },
  {
    title: 'Use',
    guides: [
      at('linking', 'Linking'),
      at('requests', 'Requests'),
      at('paging', 'Paging and syncing'),
      at('keep-a-copy', 'Keep a copy'),
      at('changes', 'Changes'),
      at('writing', 'Writing'),
      at('versions', 'Versions'),
      { name: 'what-changed', file: 'CHANGELOG.md', label: 'What changed' },
      at('events', 'Events and later answers'),
      at('include', 'Including more'),
      at('lineage', 'Where a value comes from'),
      at('overrides', 'Overrides'),
      at('errors', 'Errors'),
      at('client', 'The client'),
      at('python', 'Python'),
      at('command-line', 'The command line'),
      at('agents', 'For agents'),
      at('sandbox', 'Test your syncing'),
      { name: 'sandbox/stores', file: 'sandbox/README.md', label: 'The sandbox’s stores' },
    ],
  },
  {
    title: 'Channels',
    guides: [
      at('channels', 'All at a glance'),
      ...channels.map(({ name, title }) => ({
        name: `channels/${name}`,
        file: `src/channels/${name}/README.md`,
        label: title,
      })),
    ],
  },
  {
    title: 'Run it',
    guides: [
      readme('operate', 'Overview'),
      at('operate/deploy', 'Deploy'),
      at('settings', 'Settings'),
      at('security', 'Security'),
      at('operate/proxies', 'Proxies'),
      at('operate/keys', 'Keys'),
      at('operate/backup', 'Backups'),
      at('operate/postgresql', 'PostgreSQL'),
      at('operate/move', 'Move to PostgreSQL'),
      at('operate/upgrade', 'Upgrade'),
      at('operate/sizing', 'Sizing'),
      at('operate/doctor', 'Doctor'),
      at('operate/console', 'Console'),
      at('operate/metrics', 'Metrics'),
      at('operate/logs', 'Logs'),
      at('operate/traces', 'Traces'),
      at('operate/expiry', 'What expires'),
      at('operate/failures', 'When things fail'),
      at('operate/data-protection', 'Data protection'),
      at('hooks', 'Vendors’ hooks'),
    ],
  },
  {
    title: 'Build',
    guides: [
      at('request', 'The life of a request'),
      at('new-channel', 'Add a channel'),
      readme('decisions', 'Decisions'),
      at('proof', 'What it was held against'),
      at('licence', 'What you may do'),
    ],
  },
];

/** The folder of the decisions, each of which is a page too, listed by the page of all. */
export const DECISIONS = { folder: 'docs/decisions', file: /^(\d{4}-[a-z0-9-]+)\.md$/ } as const;

export const decision = (name: string): Guide => ({
  name: `decisions/${name}`,
  file: `${DECISIONS.folder}/${name}.md`,
  label: name,
});
