// Addresses as people type them: what is certain is mended, what is not stays as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMail, mended, urlIn } from './web-address.ts';

test('a mistyped scheme, copied signs and wide characters are mended', () => {
  const cases: Readonly<Record<string, string>> = {
    'www.shop.nl': 'https://www.shop.nl/',
    'WWW.Shop.NL': 'https://www.shop.nl/',
    'https//shop.nl/winkel': 'https://shop.nl/winkel',
    'https:/shop.nl': 'https://shop.nl/',
    'https:shop.nl': 'https://shop.nl/',
    'htps://shop.nl': 'https://shop.nl/',
    'httsp://shop.nl': 'https://shop.nl/',
    'ttps://shop.nl': 'https://shop.nl/',
    'https;//shop.nl': 'https://shop.nl/',
    'https.//shop.nl': 'https://shop.nl/',
    'http:\\\\shop.nl': 'http://shop.nl/',
    'htp://shop.nl': 'http://shop.nl/',
    'https://https://shop.nl': 'https://shop.nl/',
    'http://https//shop.nl': 'https://shop.nl/',
    '//shop.nl': 'https://shop.nl/',
    'www,shop,nl': 'https://www.shop.nl/',
    'shop.nl.': 'https://shop.nl/',
    'https://shop.nl./winkel': 'https://shop.nl/winkel',
    'shop.nl:443': 'https://shop.nl/',
    'shop.nl:8443': 'https://shop.nl:8443/',
    'shop.nl.:8443': 'https://shop.nl:8443/',
    '  <https://shop.nl/>,  ': 'https://shop.nl/',
    '“shop.nl”': 'https://shop.nl/',
    'shop.nl?lang=nl#top': 'https://shop.nl/?lang=nl#top',
    'https：／／shop．nl': 'https://shop.nl/',
    'münchen.shop': 'https://xn--mnchen-3ya.shop/',
    'shop.nl/winkel,a': 'https://shop.nl/winkel,a',
  };
  for (const [typed, address] of Object.entries(cases))
    assert.equal(urlIn(typed)?.href, address, typed);
});

test('a name that merely looks like a scheme stays a name', () => {
  for (const host of ['tps.nl', 'pts.example.com', 'http.cat', 'shop.nl', 'stp.de:8080'])
    assert.equal(urlIn(host)?.host, host, host);
});

test('invisible characters vanish wherever they are', () => {
  for (const mark of ['\u200b', '\u200e', '\u202a', '\u00ad', '\ufeff', '\u2060', '\u0000'])
    for (let at = 0; at <= 'shop.nl'.length; at += 1) {
      const typed = `shop.nl`.slice(0, at) + mark + `shop.nl`.slice(at);
      assert.equal(mended(typed), 'https://shop.nl', JSON.stringify(typed));
    }
});

test('what is no address is not made one', () => {
  for (const typed of ['', '   ', 'my shop', 'shop.nl other.nl', 'info@shop.nl', 'https://'])
    assert.equal(urlIn(typed), undefined, typed);
  assert.ok(isMail('Info@shop.nl') && !isMail('shop.nl/@me'));
});

test('what is longer than any address is none', () => {
  assert.equal(urlIn(`shop.nl/${'a'.repeat(1_900)}`)?.host, 'shop.nl');
  for (const sign of [',', '/', '.', 'a', ' '])
    assert.equal(urlIn(`shop.nl${sign.repeat(2_000)}`), undefined, sign);
});
