/** What is wrong with an expression, in a sentence; undefined where nothing was found. */
export function findSuperLinear(source: string, flags: string): string | undefined;
