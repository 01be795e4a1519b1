// The guides for programs: their Markdown with links that lead on from anywhere, and the list of them all.
import { lexer } from 'marked';
import { type Lead, plainOf } from './markdown.ts';

/** Code of any kind, which is left as it is, or a link with its words and what it names. */
// oxlint-disable-next-line expressions/super-linear -- files of our own
const CODE_OR_LINK = /(`+)[\s\S]*?\1|\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/g;

/** The same text; what links name is at its served address, or named without a link. */
export const relinked = (text: string, lead: Lead): string =>
  text.replaceAll(CODE_OR_LINK, (all, _, words?: string, href = '') => {
    if (words === undefined) return all;
    const leads = lead(href);
    if (leads !== undefined) return `[${words}](${leads})`;
    return words.includes('`') ? words : `\`${words}\``;
  });

/** What a page is about: the first sentence of its first paragraph. */
export function firstSentence(text: string): string {
  const first = lexer(text).find(({ type }) => type === 'paragraph');
  const plain = first && 'tokens' in first ? plainOf(first.tokens ?? []) : '';
  const [sentence = ''] = plain.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:]) (?=\p{Lu})/u);
  return sentence.replace(/:$/, '.');
}

export interface Listed {
  readonly label: string;
  readonly address: string;
  readonly about: string;
}

/** As llmstxt.org has it. */
export const listOf = (
  summary: string,
  sections: Readonly<Record<string, readonly Listed[]>>,
): string =>
  `${[
    `# Manifold\n\n> ${summary}`,
    ...Object.entries(sections).map(
      ([title, all]) =>
        `## ${title}\n\n${all.map(({ label, address, about }) => `- [${label}](${address}): ${about}`).join('\n')}`,
    ),
  ].join('\n\n')}\n`;
