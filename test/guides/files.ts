// The Markdown files of this project, and what is in them: links, anchors, blocks of code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked, type Token } from 'marked';
import { slugOf } from '../../src/pages/guides/markdown.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Those below a folder, by their paths from the root. */
const below = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(folder, name))
    .sort();

export const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...['docs', 'src', 'sandbox', 'examples', 'bench', 'client'].flatMap((folder) => {
    try {
      return below(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }),
];

export interface Block {
  readonly file: string;
  /** The words behind the fence: what it is. */
  readonly kind: string;
  readonly text: string;
  readonly where: string;
}

export interface Markdown {
  readonly links: readonly string[];
  /** Of its headings, as code hosts make them. */
  readonly anchors: ReadonlySet<string>;
  readonly blocks: readonly Block[];
}

export const readMarkdown = (file: string): Markdown =>
  markdownIn(readFileSync(join(ROOT, file), 'utf8'), file);

export function markdownIn(text: string, file: string): Markdown {
  const links: string[] = [];
  const anchors = new Set<string>();
  const blocks: Block[] = [];
  void marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href);
    if (token.type === 'heading') {
      const wanted = slugOf(token.text.replaceAll(/`|\[([^\]]*)\]\([^)]*\)/g, '$1'));
      let anchor = wanted;
      for (let n = 1; anchors.has(anchor); n++) anchor = `${wanted}-${n}`;
      anchors.add(anchor);
    }
    if (token.type === 'code' && token.codeBlockStyle !== 'indented') {
      const line = text.slice(0, text.indexOf(token.raw.trimEnd())).split('\n').length;
      const kind = token.lang ?? '';
      blocks.push({ file, kind, text: token.text, where: `${file}:${line}` });
    }
  });
  return { links, anchors, blocks };
}
