// One recorded exchange with a channel, and the name under which its answer is found again.
export interface Asked {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, in base64. */
  readonly body: string;
}

export interface Exchange {
  readonly asked: Asked;
  readonly answered: Answered;
}

/** What differs from one call to the next, and from one shop to the next: times, and what was signed with them. */
const MOMENT =
  /\d{4}-\d\d-\d\d(?:T|%20|\+| )\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d|%2B\d\d(?:%3A|:)?\d\d)?/gi;

/** The same for the same question, whichever shop asks it and whenever. The body of a form is a secret, and its path says enough. */
export function nameOf({ method, path, headers, body }: Asked): string {
  const isJson = headers['content-type']?.includes('json') ?? false;
  return `${method} ${path} ${isJson ? body : ''}`.replace(MOMENT, '<time>');
}
