// What is made when it is first asked for, and then kept.

/** Anyone who asks meanwhile waits for the same; what failed is made again for the next who asks. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
