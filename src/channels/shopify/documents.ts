// What a GraphQL document is to us, and the documents about the app itself.

/** One document: where its answer stands, how much may be asked at a time, and at what cost. */
export interface Operation {
  /** As the document itself names it. */
  readonly name: string;
  readonly root: string;
  readonly text: string;
  /** The most records asked for at a time. */
  readonly most: number;
  /** About what it costs, in points, to ask for one record; Shopify says the truth after. */
  readonly points: number;
  /** It changes something, and is never tried again by itself. */
  readonly writes?: true;
}

/** The next page of a list inside one record. */
export interface MoreOperation extends Operation {
  readonly field: string;
}

export const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

/** Written once a version; there are only as many as the channel speaks. */
export function perVersion<T>(write: (version: string) => T): (version: string) => T {
  const written = new Map<string, T>();
  return (version) => {
    const known = written.get(version) ?? write(version);
    written.set(version, known);
    return known;
  };
}

export const installation: Operation = {
  name: 'Installation',
  root: 'currentAppInstallation',
  most: 1,
  points: 3,
  text: `
query Installation {
  currentAppInstallation { app { id } accessScopes { handle } }
}`,
};

export const credentialCheck: Operation = {
  name: 'CredentialCheck',
  root: 'shop',
  most: 1,
  points: 4,
  text: `
query CredentialCheck {
  shop { name myshopifyDomain }
  currentAppInstallation { accessScopes { handle } }
}`,
};
