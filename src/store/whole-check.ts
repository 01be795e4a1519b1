// A process of its own that looks through the embedded database and says what is wrong with it.
import { DatabaseSync } from 'node:sqlite';
import { reasonOf, StoreUnavailableError, translate } from './faults.ts';
import { DAMAGED, problems } from './whole.ts';

const [file = '', what] = process.argv.slice(2);
const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
let found: string[];
try {
  found = problems(db, what === 'form' ? 'form' : 'all');
} catch (error) {
  const known = translate(error);
  // What is no damage says nothing: the next start looks again.
  if (!(known instanceof StoreUnavailableError) || known.trouble !== 'damaged') throw error;
  found = [reasonOf(error)];
}
db.close();
process.stdout.write(found.join('\n'));
process.exitCode = found.length > 0 ? DAMAGED : 0;
