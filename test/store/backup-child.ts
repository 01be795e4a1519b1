// A process of its own that makes one backup, and says what memory it took.
import { backUp } from '../../src/care/backup.ts';

const [folder = '', file = ''] = process.argv.slice(2);
await backUp({ folder, file, force: false });
process.stdout.write(`${process.resourceUsage().maxRSS}\n`);
