// What runs now, and what needs a person.
import { html } from '../pages/html.ts';
import { pathOf } from './layout.ts';
import type { ConsoleRoutes } from './scope.ts';

export function nowArea({ page }: ConsoleRoutes): void {
  page('now', pathOf('now'), async () => ({ title: 'Now', body: html`` }));
}
