// Tests of the templates: nothing that is put in can become HTML by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeHtml, html } from './html.ts';

test('what is put in is escaped, HTML and lists of it are not', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  assert.equal(
    html`<ul title="${'"x" & \'y\''}">${items}${false}${null}${undefined}${3}</ul>`.html,
    '<ul title="&quot;x&quot; &amp; &#39;y&#39;"><li>a</li><li>&lt;b&gt;</li>3</ul>',
  );
});

test('no text can leave its place', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.doesNotMatch(escapeHtml(text), /[<>"']/);
    }),
  );
});
