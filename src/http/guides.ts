// The guides: what is in the Markdown files of this installation, as pages of one look.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { lazily } from '../model/lazily.ts';
import type { NamedChannel } from './guides/pages.ts';
import { DOCS_PATHS } from './paths.ts';
import { ASK_AGAIN, sendTagged } from './tagged.ts';

export function guideRoutes(server: FastifyInstance, channels: readonly NamedChannel[]): void {
  // What renders them is loaded when somebody first reads.
  const library = lazily(async () => {
    const { openLibrary } = await import('./guides/library.ts');
    return openLibrary(channels);
  });
  server.get<{ Params: { '*': string } }>(
    DOCS_PATHS.guide('*'),
    { schema: { hide: true } },
    async (request, reply) => {
      const name = request.params['*'];
      const { page, missing } = await library();
      const found = page(name);
      const shorter = name.replace(/(\.md|\/README\.md|\/)$/, '');
      if (!found && shorter !== name && page(shorter))
        return reply.redirect(DOCS_PATHS.guide(shorter), 302);
      if (!found && !wantsPage(request)) return reply.callNotFound();
      const { content, tag, policy } = found ? await found : missing();
      reply
        .code(found ? 200 : 404)
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', ASK_AGAIN)
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer');
      return found ? sendTagged(reply, content, tag) : reply.send(content);
    },
  );
}

/** Browsers say that they want a page; everybody else gets the usual answer. */
const wantsPage = ({ headers }: FastifyRequest): boolean =>
  /\btext\/html\b/i.test(headers.accept ?? '');
