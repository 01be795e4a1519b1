// Loaded into the scratch process before the service: points it at a name server, and moves its clock.
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const { HOSTILE_NAME_SERVER: server, HOSTILE_CLOCK: steps } = process.env;

if (server) {
  class Pointed extends dns.Resolver {
    constructor(options?: ConstructorParameters<typeof dns.Resolver>[0]) {
      super(options);
      this.setServers([server ?? '']);
    }
  }
  Object.assign(dns, { Resolver: Pointed });
  syncBuiltinESMExports();
}

// Each signal sets the clock by the next of these seconds, as a machine's clock that is set again.
if (steps) {
  const left = steps.split(',').map(Number);
  const machine = Date.now;
  let set = 0;
  Date.now = () => machine() + set;
  process.on('SIGUSR2', () => {
    set += (left.shift() ?? 0) * 1000;
  });
}
