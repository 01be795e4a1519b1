// Files of tests that share a process, each a suite of its own: what one prepares in `before` begins with
// its first test and ends with its last. As files of one run they would all begin before the first test,
// and dozens of services would live beside each other to the end.
import { createRequire, flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

const load = createRequire(import.meta.url);

for (const file of process.argv.slice(2))
  describe(file, () => {
    try {
      // Not by `import`: what a file registers belongs to the suite that is open meanwhile.
      load(resolve(file));
    } catch (error) {
      const isWaiting = (error as NodeJS.ErrnoException).code === 'ERR_REQUIRE_ASYNC_MODULE';
      if (!isWaiting || process.argv.length > 3) throw error;
      // One that awaits something before its tests has a process of its own.
      return import(pathToFileURL(file).href);
    }
  });

// Processes that begin meanwhile need not compile it again.
flushCompileCache();
process.send?.('loaded', () => process.disconnect());
