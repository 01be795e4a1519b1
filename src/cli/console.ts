// The command "manifold console": the address where an operator signs in with a browser.
import { commandLine } from '../operate/index.ts';
import { command, part } from './command.ts';
import { paint } from './text.ts';

const enter = part({
  about: 'print the address where you sign in to the console',
  details:
    'The address works once, for 15 minutes, in the browser that opens it first; you then stay signed in for 12 hours. What is done in the console is in the audit, with your name.',
  options: {
    'role <read|admin>':
      'What may be done there: see everything, or change it too. read unless given.',
    'name <name>': 'The name in the audit; your login on this machine unless given.',
  },
  examples: {
    console: 'To look',
    'console --role admin --name ada': 'To act as ada',
  },
  json: '{ address, expires_at }',
  async run({ options: { role = 'read', name }, io, json, answer, acts }) {
    const invited = await (await acts()).console.invite(name ?? commandLine().login, role);
    answer(invited, [invited.address]);
    if (!json && io.columns !== undefined)
      io.err(paint('dim', 'Open it in a browser within 15 minutes. It works once.'));
  },
});

const end = part({
  about: 'sign everyone out of the console',
  details: 'Every session ends, and addresses that were printed and not yet used no longer work.',
  examples: { 'console end': 'After a laptop was lost' },
  json: '{ ended }',
  async run({ answer, acts }) {
    const ended = await (await acts()).console.endAll();
    answer({ ended }, [`${ended} ended.`]);
  },
});

export const console = command('console', { '': enter, end });
