// The guides: what is in the Markdown files of this installation, as pages of one look.
import type { FastifyInstance } from 'fastify';
import { lazily } from '../model/lazily.ts';
import type { NamedChannel } from './guides/pages.ts';
import { ASK_AGAIN, sendKept } from './kept-answer.ts';
import { DOCS_PATHS } from './paths.ts';

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
      const { content, etag, policy } = found ? await found : missing();
      reply
        .code(found ? 200 : 404)
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', ASK_AGAIN)
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer');
      return found ? sendKept(request, reply, etag, () => content) : reply.send(content);
    },
  );
}
