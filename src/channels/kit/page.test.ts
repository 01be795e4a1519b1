// Tags, words and links of pages: as browsers read them, and no further than the bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTag, linkTo, PAGE_SIZE, wordsIn } from './page.ts';

const contentOf = (page: string) =>
  findTag(page, ({ name }) => name === 'meta')?.attributes.get('content');

test('a tag is found with its attributes, however it is written', () => {
  assert.equal(
    contentOf('<p><META Name=generator\n CONTENT="Shop &amp; Co" content=other>'),
    'Shop & Co',
  );
  assert.equal(contentOf("<meta content='a > b'/>"), 'a > b');
  assert.equal(contentOf('<meta name=x content=plain>'), 'plain');
});

test('what only looks like a tag is none', () => {
  assert.equal(contentOf('<!-- <meta content="a"> -->'), undefined);
  assert.equal(contentOf('<script>"<meta content=a>"</script>'), undefined);
  assert.equal(contentOf('<title><meta content=a></title>'), undefined);
  assert.equal(contentOf('<meta content="a"'), undefined);
});

test('a page is read up to a bound of characters, tags and attributes', () => {
  const meta = '<meta content=a>';
  assert.equal(contentOf(' '.repeat(PAGE_SIZE - meta.length) + meta), 'a');
  assert.equal(contentOf(' '.repeat(PAGE_SIZE) + meta), undefined);
  assert.equal(contentOf('<p>'.repeat(9_000) + meta), 'a');
  assert.equal(contentOf('<p>'.repeat(10_000) + meta), undefined);
  assert.equal(contentOf(`<meta ${Array.from({ length: 200 }, (_, n) => `a${n}`).join(' ')} content=a>`), undefined); // biome-ignore format: one page
});

test('words are what is left without tags', () => {
  assert.equal(wordsIn('<b>No</b> caf&eacute;s &lt; 5,<br>or 3 < 4'), 'No cafés < 5, or 3 < 4');
  assert.equal(wordsIn('<'), '<');
  assert.equal(wordsIn(''), '');
});

test('a link is found by its relation among others', () => {
  const api = 'https://api.w.org/';
  const header = `<https://a.example/?p=1,2>; rel=shortlink; title="a, <b>; rel=x", <https://a.example/wp-json/>; title=t; rel="${api} other"`;
  assert.equal(linkTo(api, header), 'https://a.example/wp-json/');
  assert.equal(linkTo('shortlink', header), 'https://a.example/?p=1,2');
  assert.equal(linkTo('x', header), undefined);
  assert.equal(linkTo(api, `<https://a.example/>; rel=${api}`), 'https://a.example/');
  for (const odd of ['', '<', '<a', '<a>', '<a>; rel', '<a>; rel=', '>; rel=x', '<a>; rel="x'])
    assert.equal(linkTo('x', odd), undefined, odd);
});
