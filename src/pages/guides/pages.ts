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

const CHANNELS = 'Channels';
/** By their names, each with what it is called beside the others; the guides of channels stand with theirs. */
const GUIDES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Start here': { start: 'First order in two minutes' },
  Use: {
    linking: 'Linking',
    requests: 'Requests',
    paging: 'Paging and syncing',
    'keep-a-copy': 'Keep a copy',
    changes: 'Changes',
    writing: 'Writing',
    versions: 'Versions',
    'what-changed': 'What changed',
    events: 'Events and later answers',
    include: 'Including more',
    lineage: 'Where a value comes from',
    overrides: 'Overrides',
    errors: 'Errors',
    client: 'The client',
    python: 'Python',
    'command-line': 'The command line',
    agents: 'For agents',
    sandbox: 'Test your syncing',
    'sandbox/stores': 'The sandbox’s stores',
  },
  [CHANNELS]: { channels: 'All at a glance' },
  'Run it': {
    operate: 'Overview',
    'operate/deploy': 'Deploy',
    settings: 'Settings',
    security: 'Security',
    'operate/proxies': 'Proxies',
    'operate/keys': 'Keys',
    'operate/backup': 'Backups',
    'operate/postgresql': 'PostgreSQL',
    'operate/move': 'Move to PostgreSQL',
    'operate/upgrade': 'Upgrade',
    'operate/sizing': 'Sizing',
    'operate/doctor': 'Doctor',
    'operate/console': 'Console',
    'operate/metrics': 'Metrics',
    'operate/logs': 'Logs',
    'operate/traces': 'Traces',
    'operate/expiry': 'What expires',
    'operate/failures': 'When things fail',
    'operate/data-protection': 'Data protection',
    hooks: 'Vendors’ hooks',
  },
  Build: {
    request: 'The life of a request',
    'new-channel': 'Add a channel',
    decisions: 'Decisions',
    proof: 'How it was tested',
    licence: 'What you may do',
  },
};

/** Those that are not `docs/` and their name. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'what-changed': 'CHANGELOG.md',
  'sandbox/stores': 'sandbox/README.md',
  operate: 'docs/operate/README.md',
  decisions: 'docs/decisions/README.md',
};

/** Nothing but these pages is served, and the decisions that one of them lists. */
export const groupsOf = (channels: readonly NamedChannel[]): readonly Group[] =>
  Object.entries(GUIDES).map(([title, pages]) => {
    const guides = Object.entries(pages).map(([name, label]) => ({
      ...{ name, label, file: ELSEWHERE[name] ?? `docs/${name}.md` },
    }));
    const ofChannels = channels.map(({ name, title: label }) => ({
      ...{ name: `channels/${name}`, label, file: `src/channels/${name}/README.md` },
    }));
    return { title, guides: title === CHANNELS ? [...guides, ...ofChannels] : guides };
  });

/** The folder of the decisions, each of which is a page too, listed by the page of all. */
export const DECISIONS = { folder: 'docs/decisions', file: /^(\d{4}-[a-z0-9-]+)\.md$/ } as const;

export const decision = (name: string): Guide => ({
  name: `decisions/${name}`,
  file: `${DECISIONS.folder}/${name}.md`,
  label: name,
});
