// A process of its own that moves a store: says when so many rows were carried, and at the end what memory it took.
import { moveStore } from '../../src/care/move.ts';

const [dataDir = '', to = '', after] = process.argv.slice(2);
let said = false;
await moveStore({
  dataDir,
  to,
  onProgress(rows) {
    if (said || rows < Number(after)) return;
    said = true;
    process.stdout.write(`${rows}\n`);
  },
});
process.stdout.write(`${process.resourceUsage().maxRSS}\n`);
