// A rolling restart behind nginx, as documented, under load: no one notices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentedNginx, fill, find, startNginx } from './front.ts';
import { restartBoth } from './rolling.ts';

const nginx = find('nginx');
const skip = nginx === undefined && 'THIS MACHINE HAS NO NGINX: rolling restarts are not tested';

// One second of notice in place of five: what nginx keeps open must then be let go sooner, too.
test('both of two instances are restarted behind nginx, and every request is answered 200', {
  skip,
  timeout: 900_000,
}, async () => {
  const { total, failed, seen, said } = await restartBoth({
    front: (upstreams) =>
      startNginx(nginx ?? '', upstreams, (...given) =>
        fill(documentedNginx(...given), { 'keepalive_timeout 3s': 'keepalive_timeout 300ms' }),
      ),
    settings: { MANIFOLD_NOTICE_SECONDS: '1' },
  });
  assert.ok(total >= 200, `only ${total} requests were sent`);
  assert.equal(failed, 0, `${JSON.stringify(seen)}\n${said}`);
});
