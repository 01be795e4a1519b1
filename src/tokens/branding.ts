// What a client's link pages show of it and where they lead: what an operator wrote, checked.
import type { ClientBranding } from '../store/index.ts';

/** As an operator writes it. An empty text takes away what was there. */
export type WantedBranding = { readonly [Key in keyof ClientBranding]?: string | undefined };

const done = {
  read: sentenceIn,
  wrong: () => 'A text for the end is one line of at most 300 characters.',
} as const;

const BRANDING = {
  accent: {
    read: accentIn,
    wrong: (text: string) => `"${text}" is not a colour: write six hexadecimal digits, as #1d4ed8.`,
  },
  privacyUrl: { read: pageIn, wrong: (text: string) => notAPage(text) },
  termsUrl: { read: pageIn, wrong: (text: string) => notAPage(text) },
  supportUrl: {
    read: supportIn,
    wrong: (text: string) =>
      `"${text}" is neither an https address nor one with mailto: before it.`,
  },
  ...{ doneTextEn: done, doneTextNl: done, doneTextDe: done, doneTextFr: done },
} as const;

const notAPage = (text: string): string => `"${text}" is not an https address.`;

/** The branding as it was, with what is wanted; `refuse` says what is wrong. */
export function changedBranding(
  before: ClientBranding,
  wanted: WantedBranding,
  refuse: (message: string) => Error,
): ClientBranding {
  const branding: Record<string, unknown> = { ...before };
  for (const [key, { read, wrong }] of Object.entries(BRANDING)) {
    const text = wanted[key as keyof typeof BRANDING]?.trim();
    if (text === undefined) continue;
    delete branding[key];
    if (text === '') continue;
    const value = read(text);
    if (value === undefined) throw refuse(wrong(text));
    branding[key] = value;
  }
  return branding;
}

/** Three digits stand for six, as in stylesheets. */
function accentIn(text: string): string | undefined {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text) ?? [];
  if (digits === '') return undefined;
  const six = digits.length === 6 ? digits : [...digits].map((one) => one + one).join('');
  return `#${six.toLowerCase()}`;
}

const LONGEST_SENTENCE = 300;

function sentenceIn(text: string): string | undefined {
  const isLine = !/\p{Cc}/u.test(text) && text.isWellFormed();
  return isLine && text.length <= LONGEST_SENTENCE ? text : undefined;
}

const LONGEST = 2000;

function pageIn(text: string): string | undefined {
  const url = text.length > LONGEST ? null : URL.parse(text);
  const isPage = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isPage ? url.href : undefined;
}

function supportIn(text: string): string | undefined {
  return /^mailto:[^\s@?<>"]{1,64}@[^\s@?<>"]{1,255}$/i.test(text) ? text : pageIn(text);
}
