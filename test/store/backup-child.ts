// A process of its own that makes one backup.
import { backUp } from '../../src/store/backup.ts';

const [folder = '', file = ''] = process.argv.slice(2);
await backUp({ folder, file, force: false, version: '1' });
