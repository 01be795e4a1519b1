// What the console asks of the running service, beside the operators' acts.

/** Only the service itself can do it; its rooms are handed in. */
export interface Live {
  readonly channels: Readonly<Record<string, { readonly title: string }>>;
  /** Undefined when there is no such client. */
  magicLink(client: string, tpUserId: string): Promise<string | undefined>;
  /** What an error code means. */
  helpOf(code: string): string;
}
