// A little colour in blocks of code: what is said to people, what is quoted, what is a name.
import { escapeHtml } from '../html.ts';

const HASH = String.raw`(?<![^\s])#.*`;
const SLASHES = String.raw`\/\/.*|\/\*[\s\S]*?\*\/`;
const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const QUOTED_LONG = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`;
const TEMPLATE = '`(?:[^`\\\\]|\\\\.)*`';

interface Rules {
  readonly comment?: string;
  readonly text: string;
  readonly name?: string;
}

const SCRIPT: Rules = {
  comment: SLASHES,
  text: `${QUOTED}|${TEMPLATE}`,
  name: String.raw`\b(?:import|from|export|const|let|await|async|for|of|if|else|return|new|function|throw|try|catch|type|interface|while)\b`,
};
const SHELL: Rules = {
  comment: HASH,
  text: QUOTED_LONG,
  name: String.raw`(?<=^|\n|\| |&& |\$\()(?:curl|npm|npx|node|manifold|export|jq|systemctl|kubectl|podman|docker|psql|cat|test)\b`,
};
const CONFIGURATION: Rules = { comment: HASH, text: QUOTED };

const RULES: Readonly<Record<string, Rules>> = {
  sh: SHELL,
  json: { text: QUOTED, name: String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)|\b(?:true|false|null)\b` },
  ts: SCRIPT,
  js: SCRIPT,
  html: { comment: '<!--[\\s\\S]*?-->', text: QUOTED, name: String.raw`<\/?[a-z][\w-]*|\/?>` },
  yaml: CONFIGURATION,
  ini: CONFIGURATION,
  nginx: CONFIGURATION,
  python: {
    comment: HASH,
    text: QUOTED,
    name: String.raw`\b(?:import|from|for|in|if|else|with|as|def|return|print|while|try|except|None|True|False)\b`,
  },
  sql: { comment: '--.*', text: QUOTED },
};

/** As HTML, whatever the language: one that is not known has no colour. */
export function colour(code: string, language: string): string {
  const rules = RULES[language];
  if (!rules) return escapeHtml(code);
  const never = '(?!)';
  // oxlint-disable-next-line expressions/super-linear -- our own guides
  const pattern = new RegExp(
    `(?<c>${rules.comment ?? never})|(?<n>${rules.name ?? never})|(?<t>${rules.text})`,
    'g',
  );
  let html = '';
  let end = 0;
  for (const found of code.matchAll(pattern)) {
    const kind = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    html += `${escapeHtml(code.slice(end, found.index))}<span class="${kind}">${escapeHtml(found[0])}</span>`;
    end = found.index + found[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
