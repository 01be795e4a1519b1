// What the examples import as 'manifold-client': its types.
export * from '../client/src/index.ts';
