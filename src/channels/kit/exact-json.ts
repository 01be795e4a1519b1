// Reads JSON without ever turning a fraction into a binary number.

/** A string, or a number that is not a plain small integer. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const SMALL_INTEGER = /^-?\d{1,15}$/;

/**
 * Parses JSON so that numbers with a fraction or an exponent, and integers too long to be exact,
 * come as strings. For vendors that write money as JSON numbers: 12.1 stays "12.1".
 */
export function exactJson(text: string): unknown {
  return JSON.parse(
    text.replace(TOKEN, (token) =>
      token.startsWith('"') || SMALL_INTEGER.test(token) ? token : `"${token}"`,
    ),
  );
}
