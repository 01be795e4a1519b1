// Holds the published document against two public linters with all their rules. Needs the network.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from './sandbox.ts';
import { openScratch } from './scratch.ts';

const scratch = await openScratch('linters', {
  '@redocly/cli': '2.73.0',
  '@stoplight/spectral-cli': '6.16.3',
});
// Linters do not want documents of "localhost" to be published.
const sandbox = await startSandbox('https://manifold.test');
const document = await (await fetch(`${sandbox.origin}/openapi.json`)).text();
await sandbox.close();
const at = (name: string) => join(scratch.folder, name);
writeFileSync(at('openapi.json'), JSON.stringify(JSON.parse(document), null, 2));
writeFileSync(at('redocly.yaml'), 'extends: [recommended-strict]\n');
writeFileSync(at('.spectral.yaml'), 'extends: ["spectral:oas"]\n');

const ran = {
  redocly: await scratch.run('@redocly/cli/bin/cli.js', [
    ...['lint', 'openapi.json', '--config', 'redocly.yaml', '--max-problems', '1000'],
  ]),
  spectral: await scratch.run('@stoplight/spectral-cli/dist/index.js', [
    ...['lint', 'openapi.json', '--ruleset', '.spectral.yaml', '--fail-severity', 'hint'],
  ]),
};
for (const [linter, { isGood, output }] of Object.entries(ran)) {
  console.log(`${linter}: ${isGood ? 'nothing found' : 'found something'}`);
  if (!isGood) console.log(output);
}
process.exitCode = Object.values(ran).every(({ isGood }) => isGood) ? 0 : 1;
