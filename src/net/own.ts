// One call to a part of our own that the operator runs, such as the sandbox: no vendor, and not guarded.
import { Agent, request } from 'undici';
import { endsAfter } from '../model/ends-after.ts';

export interface OwnCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly body?: object | undefined;
}

const MOST_BYTES = 16 * 1024 * 1024;
const WITHIN = 30_000;

/** The status, and the answer as text; throws where nobody answers. */
export async function callOwn(url: URL, { method, body }: OwnCall) {
  const agent = new Agent({ allowH2: false, maxResponseSize: MOST_BYTES });
  try {
    const { statusCode, body: answer } = await request(url, {
      ...{ dispatcher: agent, method, signal: endsAfter(WITHIN) },
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: statusCode, text: await answer.text() };
  } finally {
    await agent.destroy();
  }
}
