// A line of the log, as the hooks write one.
export type Log = (
  level: 'debug' | 'info' | 'warn',
  facts: Readonly<Record<string, unknown>>,
  sentence: string,
) => void;
