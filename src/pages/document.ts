// The base of every page: its head, the way past what stands on every page, its body.
import { LINK_PATHS } from '../http/paths.ts';
import { type Html, html } from './html.ts';

export interface Document {
  readonly language: string;
  /** Without one it is the browser's. */
  readonly theme?: string | undefined;
  /** Attributes of the page as a whole. */
  readonly attributes?: Html | undefined;
  readonly title: string;
  /** What its head holds beside what every page has. */
  readonly head: Html;
  /** The words of the link past what stands on every page; its target is `#content`. */
  readonly skip: string;
  readonly body: Html;
}

export const document = ({
  language,
  theme,
  attributes,
  title,
  head,
  skip,
  body,
}: Document): string =>
  html`<!doctype html>
<html lang="${language}"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
<title>${title}</title>
<link rel="icon" href="${LINK_PATHS.icon}" type="image/svg+xml">
${head}
</head>
<body>
<a class="skip" href="#content">${skip}</a>
${body}
</body>
</html>
`.html;
