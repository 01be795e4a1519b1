// What Markdown becomes: odd pages, and code whose letters all stay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { colour } from './colour.ts';
import { renderMarkdown } from './markdown.ts';

const render = (text: string) =>
  renderMarkdown(text, (href) => (href === 'gone.ts' ? undefined : href));

test('headings have the anchors that code hosts give them, each once', () => {
  const { title, html, headings } = render(
    '# All\n\n## `params`, and more!\n\n## Same\n\n### Same\n',
  );
  assert.equal(title, 'All');
  assert.deepEqual(
    headings.map(({ id, depth }) => [id, depth]),
    [
      ['params-and-more', 2],
      ['same', 2],
      ['same-1', 3],
    ],
  );
  for (const { id } of headings) assert.ok(html.includes(`id="${id}"`));
});

test('rows go by the name they begin with, unless a heading has it', () => {
  const { html } = render(
    '| code | |\n|---|---|\n| `a_b` | x |\n| `c` d | x |\n| `taken` | x |\n\n## Taken\n',
  );
  assert.match(html, /<tr id="a_b">/);
  assert.match(html, /<h2 id="taken">/);
  assert.equal(html.match(/<tr id=/g)?.length, 1);
});

test('what is not served is named without a link', () => {
  assert.match(render('[the code](gone.ts)').html, /<p><code>the code<\/code><\/p>/);
  assert.match(render('[`gone.ts`](gone.ts)').html, /<p><code>gone.ts<\/code><\/p>/);
});

test('HTML is shown, not run; comments are left out', () => {
  const { html } = render('<script>alert(1)</script>\n\nx <b onclick="y">z</b>\n\n<!-- mine -->\n');
  assert.doesNotMatch(html, /<script|<b |mine/);
  assert.match(html, /&lt;script&gt;/);
  assert.match(render('[x](<a"b>)').html, /href="a&quot;b"/);
});

test('colours change no letter of the code, and let no HTML through', () => {
  const kinds = ['sh', 'json', 'ts', 'js', 'html', 'yaml', 'sql', 'text', ''];
  const piece = fc.constantFrom(
    '"',
    "'",
    '`',
    '#',
    '//',
    '/*',
    '*/',
    '<b>',
    '&',
    '\\',
    '\n',
    ' ',
    'curl',
    'a:',
  );
  fc.assert(
    fc.property(fc.array(piece), fc.constantFrom(...kinds), (pieces, kind) => {
      const html = colour(pieces.join(''), kind);
      const bare = html.replaceAll(/<span class="[cnt]">|<\/span>/g, '');
      assert.doesNotMatch(bare, /[<>"']/);
      const letters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
      assert.equal(
        bare.replaceAll(/&([^;]+);/g, (_, name: string) => letters[name] ?? ''),
        pieces.join(''),
      );
    }),
  );
});

test('blocks that follow each other in other languages are tabs; others stand for themselves', () => {
  const fence = (lang: string) => `\`\`\`${lang}\nx\n\`\`\`\n\n`;
  const tabsOf = (...langs: readonly string[]) => {
    const { html } = render(langs.map((lang) => (lang === '' ? 'And:\n\n' : fence(lang))).join(''));
    assert.equal(html.split('<div').length, html.split('</div>').length, html);
    assert.equal(html.match(/class="code"/g)?.length, langs.filter(Boolean).length);
    return [...html.matchAll(/role="radiogroup".*?\n/g)].map(([set]) =>
      [...set.matchAll(/value="(\w+)"( checked)?/g)].map(
        ([, value, on]) => (on ? '*' : '') + value,
      ),
    );
  };
  assert.deepEqual(tabsOf('sh', 'js', 'python'), [['*sh', 'js', 'python']]);
  assert.deepEqual(tabsOf('sh', 'js', 'sh', 'python', '', 'js'), [
    ['*sh', 'js'],
    ['*sh', 'python'],
  ]);
  assert.deepEqual(tabsOf('sh', 'json answer', 'js', '', 'python', 'text'), []);
  const ids = [
    ...render(fence('sh') + fence('js') + fence('sh') + fence('js')).html.matchAll(
      / id="([^"]+)"/g,
    ),
  ];
  assert.equal(new Set(ids.map(([, id]) => id)).size, 4);
});
