// What axe finds against WCAG 2.2 AA in a page, or in one part of it, and against what it calls good practice.
import axe from 'axe-core';
import type { Frame, Page } from 'puppeteer-core';

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** For whole pages. */
export const GOOD_PRACTICE = [...STANDARD, 'best-practice'];

/** The page must let the browser put a script in (`setBypassCSP`), unless its policy does. */
export async function flawsOf(
  where: Frame | Page,
  part = 'html',
  rules: readonly string[] = STANDARD,
): Promise<readonly string[]> {
  // The script is large: a page that was looked at before has it.
  if (!(await where.evaluate("'axe' in globalThis"))) await where.evaluate(axe.source);
  return await where.evaluate(
    async (include, values) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const runOnly = { type: 'tag' as const, values: [...values] };
      const options = { iframes: false, preload: false, runOnly };
      const { violations } = await axe.run({ include }, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
    },
    part,
    rules,
  );
}
