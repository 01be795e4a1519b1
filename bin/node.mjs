// Runs the Node that comes with this package, with the arguments given: "node bin/node.mjs --test".
import { COMPILED } from './compiled.mjs';
import { chooseNode, runNode } from './pinned-node.mjs';

// Each test file is a process of its own: what one has compiled, the others find compiled.
process.env.NODE_COMPILE_CACHE ??= COMPILED;
runNode(chooseNode(), process.argv.slice(2));
