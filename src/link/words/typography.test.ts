// How each language is set and speaks to people, in all words of the link pages and the channels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channels } from '../../channels/index.ts';
import { LANGUAGES, type Language } from '../../channels/words.ts';
import { vocabularies } from './index.ts';

/** What must not be found; addresses and paired quotation marks are taken out before. */
type Rule = readonly [what: string, wrong: RegExp];

const word = (forms: string): RegExp => new RegExp(`(?<!\\p{L})(?:${forms})(?!\\p{L})`, 'iu');

const EVERYWHERE: readonly Rule[] = [
  ['a straight quote', /"/],
  ['a straight apostrophe', /['`´]/],
  ['a quotation mark of another language, or half a pair', /[“”„‟‘‚«»‹›]/],
  ['two spaces in a row', /\s\s/],
  ['a space at the edge', /^\s|\s$/],
  ['three full stops for an ellipsis', /\.\.\./],
  ['an exclamation mark', /!/],
];

const OWN: Readonly<Record<Language, readonly Rule[]>> = {
  en: [],
  nl: [['informal address', word('je|jij|jou|jouw|jouwe|jullie')]],
  de: [['informal address', word('du|dir|dich|dein(?:e[mnrs]?)?|euch|eure[mnrs]?')]],
  fr: [
    ['no no-break space before a mark', /(?<![\u00A0\u202F])(?:[;?!]|:(?!\d))/],
    ['informal address', word('tu|te|toi|ton|ta|tes')],
    ['another verb than connecter', word('(?:re)?li(?:er|ez|ons|ent|és?|ées?)')],
    ['a masculine reader', word('vous (?:êtes|serez|a) (?:\\p{L}+é|parti|venu)')],
    ['a vowel that is not elided', word('(?:de|que) [aàâeéèêiîoôu]\\p{L}*')],
  ],
};

/** The pairs of each language; French ones have a no-break space on the inside. */
const QUOTED: Readonly<Record<Language, RegExp>> = {
  en: /“([^“”„]*)”/g,
  nl: /‘([^‘’]*)’/g,
  de: /„([^„“”]*)“/g,
  fr: /«[\u00A0\u202F]([^«»]*)[\u00A0\u202F]»/g,
};

function wrongIn(language: Language, text: string): readonly string[] {
  const prose = text.replace(/https?:\/\/\S*/g, 'x').replace(QUOTED[language], '$1');
  return [...EVERYWHERE, ...OWN[language]]
    .filter(([, wrong]) => wrong.test(prose))
    .map(([what]) => what);
}

/** Every text with its place; functions get a name that begins with a vowel, and a one. */
function texts(value: unknown, place: string): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value === 'function')
    return [
      [place, String(value('Amazon', 'Amazon'))],
      [place, String(value(1, 'Amazon'))],
    ];
  return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${place}.${key}`));
}

for (const language of LANGUAGES)
  test(`the words in ${language} are set as the language is written`, () => {
    const all = [
      ...texts(vocabularies[language], 'pages'),
      ...Object.entries(channels).flatMap(([name, { words }]) => texts(words[language], name)),
    ];
    const found = all.flatMap(([place, text]) =>
      wrongIn(language, text).map((what) => `${place}: ${what}: ${text}`),
    );
    assert.deepEqual([...new Set(found)], []);
  });

test('what is wrong is found', () => {
  const cases: readonly (readonly [Language, string, string])[] = [
    ['en', 'Choose "Save".', 'a straight quote'],
    ['de', 'Wählen Sie "Sichern".', 'a straight quote'],
    ['en', "Your shop's address.", 'a straight apostrophe'],
    ['fr', "L'adresse de la boutique.", 'a straight apostrophe'],
    ['en', 'Choose „Save“.', 'a quotation mark of another language, or half a pair'],
    ['en', 'Choose ‘Save’.', 'a quotation mark of another language, or half a pair'],
    ['nl', 'Kies „Opslaan”.', 'a quotation mark of another language, or half a pair'],
    ['nl', 'Kies “Opslaan”.', 'a quotation mark of another language, or half a pair'],
    ['de', 'Wählen Sie „Sichern”.', 'a quotation mark of another language, or half a pair'],
    ['de', 'Wählen Sie “Sichern”.', 'a quotation mark of another language, or half a pair'],
    ['de', 'Wählen Sie Sichern“.', 'a quotation mark of another language, or half a pair'],
    ['de', 'Wählen Sie ‚Sichern‘.', 'a quotation mark of another language, or half a pair'],
    ['de', 'Wählen Sie «Sichern».', 'a quotation mark of another language, or half a pair'],
    ['fr', 'Choisissez “Enregistrer”.', 'a quotation mark of another language, or half a pair'],
    ['fr', 'Choisissez « Enregistrer ».', 'a quotation mark of another language, or half a pair'],
    ['fr', 'Choisissez «Enregistrer».', 'a quotation mark of another language, or half a pair'],
    ['nl', 'Twee  spaties.', 'two spaces in a row'],
    ['fr', 'Deux \u00A0espaces.', 'two spaces in a row'],
    ['en', 'Behind it. ', 'a space at the edge'],
    ['en', 'One moment...', 'three full stops for an ellipsis'],
    ['de', 'Fertig!', 'an exclamation mark'],
    ['nl', 'Kies je winkel.', 'informal address'],
    ['nl', 'Is dit jouw winkel?', 'informal address'],
    ['de', 'Hast du einen Shop?', 'informal address'],
    ['de', 'Wählen Sie deinen Shop.', 'informal address'],
    ['fr', 'Est-ce ta boutique\u202F?', 'informal address'],
    ['fr', 'Est-ce votre boutique ?', 'no no-break space before a mark'],
    ['fr', 'Est-ce votre boutique?', 'no no-break space before a mark'],
    ['fr', 'Les produits : prix et stock', 'no no-break space before a mark'],
    ['fr', 'Réessayez ; puis attendez.', 'no no-break space before a mark'],
    ['fr', 'Commence par https:// ; vérifiez.', 'no no-break space before a mark'],
    ['fr', 'Reliez vos boutiques.', 'another verb than connecter'],
    ['fr', 'Rien n’a été lié.', 'another verb than connecter'],
    ['fr', 'Vous êtes parti sans terminer', 'a masculine reader'],
    ['fr', 'L’application qui vous a envoyé.', 'a masculine reader'],
    ['fr', 'La réponse de Amazon.', 'a vowel that is not elided'],
  ];
  for (const [language, text, what] of cases)
    assert.ok(wrongIn(language, text).includes(what), `${language} ${text}`);
});

test('what is right passes', () => {
  const cases: readonly (readonly [Language, string])[] = [
    ['en', 'Choose “Save” in your shop’s settings: it begins with https://. Is that so?'],
    ['nl', 'Kies ‘Opslaan’ in uw winkel; foto’s blijven. Is dat zo?'],
    ['de', 'Wählen Sie „Sichern“: Ist das Ihr Shop? Die Industrie dirigiert.'],
    ['fr', 'Choisissez «\u00A0Enregistrer\u00A0»\u00A0: est-ce le lien\u202F?'],
    [
      'fr',
      'À 12:30, elle commence par https://\u202F; par exemple https://example.com:443/?a=b;c.',
    ],
    ['fr', 'La réponse d’Amazon. Vous n’y êtes pour rien. Vous avez donné votre accord.'],
  ];
  for (const [language, text] of cases) assert.deepEqual(wrongIn(language, text), [], text);
});
