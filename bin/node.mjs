// Runs the Node that comes with this package, with the arguments given: "node bin/node.mjs --test".
import { chooseNode, runNode } from './pinned-node.mjs';

runNode(chooseNode(), process.argv.slice(2));
