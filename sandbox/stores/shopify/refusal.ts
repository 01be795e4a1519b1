// Errors that a resolver gives for one field, in the vendor's shape.
import { GraphQLError } from 'graphql';

export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}

/** One scope, or several of which one is enough. */
export function accessDenied(field: string, scopes: readonly string[]): GraphQLError {
  const names = scopes.map((scope) => `\`${scope}\` access scope`).join(' or ');
  const requiredAccess = `${names}.`;
  return new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/api/usage/access-scopes',
      requiredAccess,
    },
  });
}

export function invalidId(id: string): GraphQLError {
  return new GraphQLError(`Invalid global id '${id}'`, {
    extensions: { code: 'argumentLiteralsIncompatible', typeName: 'CoercionError' },
  });
}

export function tooManyIds(size: number, most: number): GraphQLError {
  return new GraphQLError(
    `The input array size of ${size} is greater than the maximum allowed of ${most}.`,
    { extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' } },
  );
}
