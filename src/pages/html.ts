// HTML as tagged templates: whatever is put into one is escaped, unless it is HTML already.

export interface Html {
  readonly html: string;
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = pieces[0] ?? '';
  parts.forEach((part, index) => {
    text += render(part) + (pieces[index + 1] ?? '');
  });
  return { html: text };
}

/** Ours as it is. */
export const raw = (text: string): Html => ({ html: text });

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  if ('html' in part) return part.html;
  return part.map(render).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Fit for text and for attribute values in quotes, which are the only places we write to. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
