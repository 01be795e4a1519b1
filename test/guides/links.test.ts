// Every link leads somewhere: from file to file as a code host shows them, and from page to page as
// they are served.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { DOCS_PATHS, LINK_PATHS, PATHS } from '../../src/http/paths.ts';
import { FAULTS } from '../../src/model/faults.ts';
import { openLibrary } from '../../src/pages/guides/library.ts';
import { DECISIONS, groupsOf } from '../../src/pages/guides/pages.ts';
import { SETTINGS } from '../../src/serve/settings.ts';
import { DOCUMENTS, markdownIn, ROOT, readMarkdown } from './files.ts';

describe('between files', () => {
  const documents = new Map(DOCUMENTS.map((file) => [file, readMarkdown(file)]));

  test('every link names a file that exists, and a heading that is in it', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const [file, { links }] of documents)
      for (const href of links) {
        if (/^(https?|mailto):/.test(href)) {
          assert.ok(URL.canParse(href), `${file}: ${href}`);
          continue;
        }
        count++;
        const [path = '', anchor] = href.split('#');
        const target = path === '' ? file : normalize(join(dirname(file), decodeURI(path)));
        if (!existsSync(join(ROOT, target))) wrong.push(`${file}: there is no ${target}`);
        else if (anchor !== undefined && !documents.get(target)?.anchors.has(anchor))
          wrong.push(`${file}: ${target} has no heading #${anchor}`);
      }
    assert.deepEqual(wrong, []);
    assert.ok(count > 150, `only ${count} links were found`);
  });

  test('a link to nothing is found', () => {
    const { anchors } = readMarkdown('docs/linking.md');
    assert.ok(anchors.has('needs-attention'));
    assert.ok(!anchors.has('needs-no-attention'));
  });
});

const BASE = 'https://api.example.com';

describe('between pages', async () => {
  const named = Object.entries(channels).map(([name, { title }]) => ({ name, title }));
  const library = await openLibrary(named, BASE);
  const guides = groupsOf(named).flatMap((group) => group.guides);
  const decisions = DOCUMENTS.flatMap((file) => {
    const [folder, name] = [dirname(file), file.slice(dirname(file).length + 1)];
    const found = folder === DECISIONS.folder && DECISIONS.file.exec(name)?.[1];
    return found ? [`decisions/${found}`] : [];
  });
  const pages = new Map<string, string>();
  for (const name of [...guides.map((guide) => guide.name), ...decisions]) {
    const page = await library.page(name);
    assert.ok(page, name);
    pages.set(DOCS_PATHS.guide(name), page.content.toString());
  }
  const idsOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

  test('every guide of docs/ and every channel has its page, at an address and by a name of its own', () => {
    const files = new Set(guides.map(({ file }) => file));
    const left = DOCUMENTS.filter(
      (file) =>
        (file.startsWith('docs/') || /^src\/channels\/\w+\/README\.md$/.test(file)) &&
        !files.has(file) &&
        dirname(file) !== DECISIONS.folder,
    );
    assert.deepEqual(left, [], 'add them to src/pages/guides/pages.ts');
    assert.equal(files.size, guides.length);
    assert.equal(new Set(guides.map(({ label }) => label)).size, guides.length);
    assert.ok(decisions.length > 30);
  });

  test('every link on every page is served, and what it points to is there', () => {
    const wrong: string[] = [];
    for (const [address, page] of pages)
      for (const [, href = ''] of page.matchAll(/ href="([^"]+)"/g)) {
        if (/^https?:|^mailto:/.test(href)) continue;
        if ([DOCS_PATHS.reference, LINK_PATHS.icon].some((known) => known === href)) continue;
        const [path = '', anchor] = href.split('#');
        const asPage = path === `${address}.md` ? address : path;
        const target = pages.get(path === '' ? address : asPage);
        if (target === undefined) wrong.push(`${address} links to ${href}, which is not served`);
        else if (anchor !== undefined && !idsOf(target).includes(anchor))
          wrong.push(`${address} links to ${href}: there is no such anchor`);
      }
    assert.deepEqual(wrong, []);
  });

  test('no anchor is there twice, and every page has one heading of the first order', () => {
    for (const [address, page] of pages) {
      const ids = idsOf(page);
      assert.deepEqual(
        ids.filter((id, place) => ids.indexOf(id) !== place),
        [],
        address,
      );
      assert.equal(page.match(/<h1/g)?.length, 1, address);
    }
  });

  test('no page shows Markdown, or HTML that was not made from it', () => {
    for (const [address, page] of pages) {
      const text = page
        .slice(page.indexOf('<article>'), page.indexOf('</article>'))
        .replaceAll(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '');
      assert.doesNotMatch(text, /```|\]\(|&lt;!--|\*\*/, address);
    }
  });

  test('what an answer calls help is on the page of errors; settings can be linked to by name', () => {
    const errors = idsOf(pages.get(PATHS.errors) ?? '');
    for (const code of Object.keys(FAULTS)) assert.ok(errors.includes(code), code);
    const settings = idsOf(pages.get(DOCS_PATHS.guide('settings')) ?? '');
    assert.ok(SETTINGS.length > 10);
    for (const { name } of SETTINGS.filter((setting) => !setting.name.includes('<')))
      assert.ok(settings.includes(name), name);
  });

  const texts = new Map<string, ReturnType<typeof markdownIn>>();
  const sources = new Map<string, string>([
    ...guides.map(({ name, file }) => [name, file] as const),
    ...decisions.map((name) => [name, `docs/${name}.md`] as const),
  ]);
  for (const name of sources.keys()) {
    const text = await library.text(name);
    assert.ok(text, name);
    texts.set(BASE + DOCS_PATHS.text(name), markdownIn(text.content.toString(), name));
  }

  test('as Markdown every page has the links of its page, each to a text that has the heading', () => {
    const wrong: string[] = [];
    let within = 0;
    for (const [address, { links }] of texts) {
      const page = pages.get(address.slice(BASE.length, -'.md'.length)) ?? '';
      const article = page.slice(page.indexOf('<article>'), page.indexOf('</article>'));
      const onPage = [...article.matchAll(/<a (?!class="anchor")href="([^"]+)"/g)];
      assert.equal(links.length, onPage.length, address);
      for (const href of links) {
        if (!href.startsWith(BASE) && /^(https?|mailto):/.test(href)) continue;
        const [path = '', anchor] = href.split('#');
        const target = texts.get(path || address);
        if (!target) wrong.push(`${address} links to ${href}, which is not served`);
        // A row by its name: on the page it is an anchor, in the text a word to look for.
        else if (anchor && !target.anchors.has(anchor) && !isRow(path || address, anchor))
          wrong.push(`${address} links to ${href}: there is no such heading`);
        within++;
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(within > 150, `only ${within} links were found`);
  });
  const isRow = (address: string, anchor: string) =>
    idsOf(pages.get(address.slice(BASE.length, -'.md'.length)) ?? '').includes(anchor);

  test('as Markdown every block of code and every heading is as in its file', () => {
    for (const [name, file] of sources) {
      const text = texts.get(BASE + DOCS_PATHS.text(name));
      const own = readMarkdown(file);
      const codeOf = ({ blocks }: typeof own) => blocks.map(({ kind, text }) => [kind, text]);
      assert.ok(text);
      assert.deepEqual(codeOf(text), codeOf(own), file);
      assert.deepEqual(text.anchors, own.anchors, file);
    }
  });

  test('llms.txt lists every guide and channel once, with a sentence', async () => {
    const ways = { openapi: { path: PATHS.document, about: 'OpenAPI: every call' } };
    const list = (await library.list(ways)).content.toString();
    assert.match(list, /^# Manifold\n\n> .+\.\n\n## Start here\n\n- \[/);
    const rows = list.split('\n').filter((line) => line.startsWith('- '));
    const read = rows.map((row) => /^- \[([^\]]+)\]\((\S+)\): (\S.{9,})$/.exec(row)?.slice(1, 3));
    assert.deepEqual(read, [
      ...guides.map(({ name, label }) => [label, BASE + DOCS_PATHS.text(name)]),
      ['OpenAPI', BASE + PATHS.document],
    ]);
  });
});
