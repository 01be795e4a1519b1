// How a seller links Mirakl: with a client of Mirakl Connect, or with the key of one marketplace.
import type { Given } from '../../model/credential.ts';
import type { ByForm, Linking } from '../way.ts';

const connect: ByForm = {
  kind: 'form',
  id: 'connect',
  title: {
    en: 'Mirakl Connect (all your marketplaces)',
    nl: 'Mirakl Connect (al je marktplaatsen)',
    de: 'Mirakl Connect (alle Ihre Marktplätze)',
    fr: 'Mirakl Connect (toutes vos marketplaces)',
  },
  inputs: [
    {
      key: 'clientId',
      label: { en: 'Client ID', nl: 'Client-ID', de: 'Client-ID', fr: 'Client ID' },
      example: '3f0a6d52-6f0e-4b7c-9a51-0d6f1f3f7b10',
      kind: 'text',
      pattern: '\\s*\\S+\\s*',
    },
    {
      key: 'clientSecret',
      label: {
        en: 'Client secret',
        nl: 'Client secret',
        de: 'Client-Secret',
        fr: 'Client secret',
      },
      example: 'Zq4…',
      kind: 'secret',
      pattern: '\\s*\\S+\\s*',
    },
    {
      key: 'companyId',
      label: { en: 'Company ID', nl: 'Bedrijfs-ID', de: 'Firmen-ID', fr: 'ID de l’entreprise' },
      hint: {
        en: 'Only for older clients that serve several companies.',
        nl: 'Alleen nodig bij oudere clients die voor meerdere bedrijven werken.',
        de: 'Nur bei älteren Clients nötig, die für mehrere Firmen gelten.',
        fr: 'Seulement pour les anciens clients rattachés à plusieurs entreprises.',
      },
      example: '77f1c2a4-1d0b-4c55-8a55-2f6d6a3b9e01',
      kind: 'text',
      pattern: '\\s*\\S*\\s*',
      optional: true,
    },
  ],
  steps: {
    en: [
      'Sign in to Mirakl Connect with an account that may manage your company.',
      'Open the account settings and find the section about the API or integrations.',
      'Create a client, or open the one you have, and copy the client ID and the client secret here.',
      'If you have no such section, ask your contact at Mirakl for a client.',
    ],
    nl: [
      'Log in bij Mirakl Connect met een account dat je bedrijf mag beheren.',
      'Open de accountinstellingen en zoek het onderdeel over de API of integraties.',
      'Maak een client aan, of open de bestaande, en kopieer de client-ID en het client secret hierheen.',
      'Zie je dat onderdeel niet, vraag dan je contactpersoon bij Mirakl om een client.',
    ],
    de: [
      'Melden Sie sich bei Mirakl Connect mit einem Konto an, das Ihre Firma verwalten darf.',
      'Öffnen Sie die Kontoeinstellungen und suchen Sie den Bereich zu API oder Integrationen.',
      'Legen Sie einen Client an oder öffnen Sie den vorhandenen, und kopieren Sie Client-ID und Client-Secret hierher.',
      'Fehlt dieser Bereich, fragen Sie Ihren Ansprechpartner bei Mirakl nach einem Client.',
    ],
    fr: [
      'Connectez-vous à Mirakl Connect avec un compte autorisé à gérer votre entreprise.',
      'Ouvrez les paramètres du compte et cherchez la partie API ou intégrations.',
      'Créez un client, ou ouvrez celui qui existe, puis copiez ici le client ID et le client secret.',
      'Si cette partie n’existe pas, demandez un client à votre contact chez Mirakl.',
    ],
  },
  place: () => 'https://miraklconnect.com/',
};

const marketplace: ByForm = {
  kind: 'form',
  id: 'marketplace',
  title: {
    en: 'One marketplace, with its API key',
    nl: 'Eén marktplaats, met de API-sleutel',
    de: 'Ein Marktplatz, mit seinem API-Schlüssel',
    fr: 'Une seule marketplace, avec sa clé API',
  },
  inputs: [
    {
      key: 'baseUrl',
      label: {
        en: 'Marketplace address',
        nl: 'Adres van de marktplaats',
        de: 'Adresse des Marktplatzes',
        fr: 'Adresse de la marketplace',
      },
      hint: {
        en: 'As in the browser when you are signed in to its back office.',
        nl: 'Zoals in de browser wanneer je in de backoffice bent ingelogd.',
        de: 'Wie im Browser, wenn Sie im Backoffice angemeldet sind.',
        fr: 'Celle du navigateur quand vous êtes connecté au back-office.',
      },
      example: 'https://marketplace-name.mirakl.net',
      kind: 'address',
    },
    {
      key: 'token',
      label: { en: 'API key', nl: 'API-sleutel', de: 'API-Schlüssel', fr: 'Clé API' },
      example: 'c0a80121-7ac0-4e1c-9f2b-5d0d6f3b7a11',
      kind: 'secret',
      pattern: '\\s*\\S.*',
    },
    {
      key: 'shop_id',
      label: { en: 'Shop ID', nl: 'Winkel-ID', de: 'Shop-ID', fr: 'ID de la boutique' },
      hint: {
        en: 'Only if your user has several shops there.',
        nl: 'Alleen als je gebruiker daar meerdere winkels heeft.',
        de: 'Nur wenn Ihr Benutzer dort mehrere Shops hat.',
        fr: 'Seulement si votre utilisateur y a plusieurs boutiques.',
      },
      example: '2044',
      kind: 'text',
      pattern: '\\s*\\d*\\s*',
      optional: true,
    },
  ],
  steps: {
    en: [
      'Sign in to the back office of the marketplace.',
      'Click your user name at the top right and open the tab “API key”.',
      'Generate a key, or copy the one that is there, and paste it here. A new key replaces the old one.',
    ],
    nl: [
      'Log in bij de backoffice van de marktplaats.',
      'Klik rechtsboven op je gebruikersnaam en open het tabblad ‘API key’.',
      'Genereer een sleutel, of kopieer de bestaande, en plak die hier. Een nieuwe sleutel vervangt de oude.',
    ],
    de: [
      'Melden Sie sich im Backoffice des Marktplatzes an.',
      'Klicken Sie oben rechts auf Ihren Benutzernamen und öffnen Sie den Reiter „API key“.',
      'Erzeugen Sie einen Schlüssel oder kopieren Sie den vorhandenen, und fügen Sie ihn hier ein. Ein neuer Schlüssel ersetzt den alten.',
    ],
    fr: [
      'Connectez-vous au back-office de la marketplace.',
      'Cliquez sur votre nom d’utilisateur en haut à droite et ouvrez l’onglet « API key ».',
      'Générez une clé, ou copiez celle qui existe, et collez-la ici. Une nouvelle clé remplace l’ancienne.',
    ],
  },
  place: ({ baseUrl }: Given) => {
    const whole = `https://${String(baseUrl ?? '').replace(/^https:\/\//i, '')}`;
    if (!URL.canParse(whole) || !new URL(whole).hostname.includes('.')) return undefined;
    return new URL('/mmp/shop/user/api', whole).href;
  },
};

export const link: Linking = {
  ways: [connect, marketplace],
  reasons: {
    client_refused: {
      en: 'Mirakl does not accept this client ID and client secret. Copy both again, and the company ID if you filled it in.',
      nl: 'Mirakl accepteert deze client-ID en dit client secret niet. Kopieer ze opnieuw, en ook de bedrijfs-ID als je die hebt ingevuld.',
      de: 'Mirakl akzeptiert diese Client-ID und dieses Client-Secret nicht. Kopieren Sie beide neu, auch die Firmen-ID, falls angegeben.',
      fr: 'Mirakl n’accepte pas ce client ID et ce client secret. Copiez-les à nouveau, ainsi que l’ID de l’entreprise si vous l’avez indiqué.',
    },
    company_needed: {
      en: 'This client serves several companies. Fill in the company ID too.',
      nl: 'Deze client werkt voor meerdere bedrijven. Vul ook de bedrijfs-ID in.',
      de: 'Dieser Client gilt für mehrere Firmen. Geben Sie auch die Firmen-ID an.',
      fr: 'Ce client est rattaché à plusieurs entreprises. Indiquez aussi l’ID de l’entreprise.',
    },
    company_forbidden: {
      en: 'The client is known, but may not read the orders of this company. Give it that right in Mirakl Connect, or ask Mirakl to.',
      nl: 'De client is bekend, maar mag de bestellingen van dit bedrijf niet lezen. Geef dat recht in Mirakl Connect, of vraag Mirakl erom.',
      de: 'Der Client ist bekannt, darf aber die Bestellungen dieser Firma nicht lesen. Erteilen Sie dieses Recht in Mirakl Connect oder fragen Sie Mirakl.',
      fr: 'Le client est connu, mais il ne peut pas lire les commandes de cette entreprise. Donnez-lui ce droit dans Mirakl Connect, ou demandez-le à Mirakl.',
    },
    token_refused: {
      en: 'Mirakl Connect does not accept the token. Tokens live for an hour; use a client ID and client secret instead.',
      nl: 'Mirakl Connect accepteert het token niet. Tokens zijn een uur geldig; gebruik liever een client-ID en client secret.',
      de: 'Mirakl Connect akzeptiert das Token nicht. Tokens gelten eine Stunde; verwenden Sie stattdessen Client-ID und Client-Secret.',
      fr: 'Mirakl Connect n’accepte pas ce jeton. Un jeton dure une heure ; utilisez plutôt un client ID et un client secret.',
    },
    key_refused: {
      en: 'The marketplace does not know this API key. Each marketplace has its own, and a newly generated key replaces the old one.',
      nl: 'De marktplaats kent deze API-sleutel niet. Elke marktplaats heeft een eigen sleutel, en een nieuwe vervangt de oude.',
      de: 'Der Marktplatz kennt diesen API-Schlüssel nicht. Jeder Marktplatz hat einen eigenen, und ein neu erzeugter ersetzt den alten.',
      fr: 'La marketplace ne connaît pas cette clé API. Chaque marketplace a la sienne, et une nouvelle clé remplace l’ancienne.',
    },
    shop_forbidden: {
      en: 'The key is good, but its user may not read this shop. Check the shop ID and the role of the user in the back office.',
      nl: 'De sleutel klopt, maar de gebruiker mag deze winkel niet lezen. Controleer de winkel-ID en de rol van de gebruiker in de backoffice.',
      de: 'Der Schlüssel stimmt, aber sein Benutzer darf diesen Shop nicht lesen. Prüfen Sie die Shop-ID und die Rolle des Benutzers im Backoffice.',
      fr: 'La clé est bonne, mais son utilisateur ne peut pas lire cette boutique. Vérifiez l’ID de la boutique et le rôle de l’utilisateur dans le back-office.',
    },
    wrong_address: {
      en: 'There is no Mirakl marketplace at this address. Copy it from the browser while you are signed in to the back office.',
      nl: 'Op dit adres is geen Mirakl-marktplaats. Kopieer het uit de browser terwijl je in de backoffice bent ingelogd.',
      de: 'Unter dieser Adresse gibt es keinen Mirakl-Marktplatz. Kopieren Sie sie aus dem Browser, während Sie im Backoffice angemeldet sind.',
      fr: 'Il n’y a pas de marketplace Mirakl à cette adresse. Copiez-la depuis le navigateur quand vous êtes connecté au back-office.',
    },
    address_form: {
      en: 'This is not a whole address. It begins with https://, such as https://marketplace-name.mirakl.net.',
      nl: 'Dit is geen volledig adres. Het begint met https://, zoals https://marketplace-name.mirakl.net.',
      de: 'Das ist keine vollständige Adresse. Sie beginnt mit https://, etwa https://marketplace-name.mirakl.net.',
      fr: 'Ce n’est pas une adresse complète. Elle commence par https://, par exemple https://marketplace-name.mirakl.net.',
    },
    shop_form: {
      en: 'The shop ID is a number, such as 2044.',
      nl: 'De winkel-ID is een nummer, zoals 2044.',
      de: 'Die Shop-ID ist eine Zahl, etwa 2044.',
      fr: 'L’ID de la boutique est un nombre, par exemple 2044.',
    },
    half_a_client: {
      en: 'The client ID and the client secret belong together; fill in both.',
      nl: 'De client-ID en het client secret horen bij elkaar; vul beide in.',
      de: 'Client-ID und Client-Secret gehören zusammen; geben Sie beide an.',
      fr: 'Le client ID et le client secret vont ensemble ; indiquez les deux.',
    },
    client_form: {
      en: 'There is a space in one of the values. Copy it again.',
      nl: 'Er staat een spatie in een van de waarden. Kopieer die opnieuw.',
      de: 'In einem der Werte steht ein Leerzeichen. Kopieren Sie ihn neu.',
      fr: 'Une des valeurs contient une espace. Copiez-la à nouveau.',
    },
    token_form: {
      en: 'There are characters in it that no key has. Copy it again.',
      nl: 'Er staan tekens in die in geen enkele sleutel voorkomen. Kopieer de sleutel opnieuw.',
      de: 'Der Wert enthält Zeichen, die in keinem Schlüssel vorkommen. Kopieren Sie ihn neu.',
      fr: 'La valeur contient des caractères qu’aucune clé ne contient. Copiez-la à nouveau.',
    },
    token_missing: {
      en: 'Fill in the key.',
      nl: 'Vul de sleutel in.',
      de: 'Geben Sie den Schlüssel an.',
      fr: 'Indiquez la clé.',
    },
    two_ways_at_once: {
      en: 'Values of Mirakl Connect and of one marketplace are mixed. Fill in one of the two forms.',
      nl: 'Gegevens van Mirakl Connect en van één marktplaats staan door elkaar. Vul een van de twee formulieren in.',
      de: 'Angaben zu Mirakl Connect und zu einem Marktplatz sind vermischt. Füllen Sie eines der beiden Formulare aus.',
      fr: 'Des valeurs de Mirakl Connect et d’une marketplace sont mélangées. Remplissez un seul des deux formulaires.',
    },
    too_often: {
      en: 'Mirakl is called too often at the moment. Wait a minute and try again.',
      nl: 'Mirakl wordt op dit moment te vaak aangeroepen. Wacht een minuut en probeer het opnieuw.',
      de: 'Mirakl wird gerade zu oft aufgerufen. Warten Sie eine Minute und versuchen Sie es erneut.',
      fr: 'Mirakl est appelé trop souvent en ce moment. Attendez une minute et réessayez.',
    },
  },
};
