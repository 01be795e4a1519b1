// What a route says of itself for the published document, beside the schemas of what it takes and gives.

declare module 'fastify' {
  interface FastifySchema {
    /** It is not for clients. */
    hide?: boolean;
    /** What generated clients call it. */
    operationId?: string;
    summary?: string;
    description?: string;
    tags?: readonly Tag[];
    /** Which tokens it takes: any of these. Absent: it takes none. */
    security?: Security;
    /** The one form of its body that is published; JSON unless it says so. */
    consumes?: string;
  }
}

/** What operations are about, and the guide to it. */
export const TAGS = {
  Token: { description: 'Access tokens for client applications.', guide: 'start' },
  'Magic link': {
    description: 'How end users authorise their channels, and which of them they have linked.',
    guide: 'linking',
  },
  Channels: { description: 'What each channel can.', guide: 'channels' },
  Data: { description: 'Orders and products, in one format.', guide: 'request' },
  Executions: {
    description: 'Data calls made so far, and results of those that run in the background.',
    guide: 'events',
  },
  Events: { description: 'Events, where they go to, and their deliveries.', guide: 'events' },
  Overrides: { description: 'Rules of a client that replace unified fields.', guide: 'overrides' },
} as const;
export type Tag = keyof typeof TAGS;

export type Security = readonly Readonly<Record<'bearer', readonly string[]>>[];
