// What the examples import as '@manifold-commerce/client': its types.
export * from '../client/src/index.ts';
