// Where the browser goes at the end: back to the client application, with how it went.

/** How a visit ended, or why a link led nowhere. */
export type BackStatus = 'completed' | 'cancelled' | 'used' | 'expired';

/** The client's own address with `status` and `linked` in its query; undefined where it gave none. */
export function backAddress(
  redirectUrl: string | null,
  status: BackStatus,
  linked: readonly string[] = [],
  /** Why nothing was linked. */
  code?: string,
): string | undefined {
  if (redirectUrl === null) return undefined;
  const url = new URL(redirectUrl);
  url.searchParams.set('status', status);
  url.searchParams.set('linked', linked.join(','));
  if (code !== undefined) url.searchParams.set('code', code);
  return url.href;
}
