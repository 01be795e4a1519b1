// What axe finds against WCAG 2.2 AA in a page, or in one part of it.
import axe from 'axe-core';
import type { Frame, Page } from 'puppeteer-core';

/** The page must let the browser put a script in (`setBypassCSP`), unless its policy does. */
export async function flawsOf(where: Frame | Page, part = 'html'): Promise<readonly string[]> {
  await where.evaluate(axe.source);
  return await where.evaluate(async (include) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const options = { iframes: false, preload: false, runOnly: { type: 'tag' as const, values } };
    const { violations } = await axe.run({ include }, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  }, part);
}
