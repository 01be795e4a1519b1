// Where the browser goes at the end: back to the client application, with how it went.
import type { Visit } from '../store/index.ts';

export type FinishStatus = 'completed' | 'cancelled';

/** The client's own address with `status` and `linked` in its query; undefined where it gave none. */
export function finishAddress(visit: Visit, status: FinishStatus): string | undefined {
  if (visit.redirectUrl === null) return undefined;
  const url = new URL(visit.redirectUrl);
  url.searchParams.set('status', status);
  url.searchParams.set('linked', visit.linked.join(','));
  return url.href;
}
