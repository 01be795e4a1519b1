// How the operator of a Sharetribe marketplace links it: the keys of an Integration API application.
import type { ByForm, Linking } from '../way.ts';

const byKeys: ByForm = {
  kind: 'form',
  id: 'keys',
  title: {
    en: 'With an Integration API application',
    nl: 'Met een Integration API-applicatie',
    de: 'Mit einer Integration-API-Anwendung',
    fr: 'Avec une application Integration API',
  },
  inputs: [
    {
      key: 'clientId',
      label: { en: 'Client ID', nl: 'Client-ID', de: 'Client-ID', fr: 'ID client' },
      example: '11111111-2222-3333-4444-555555555555',
      kind: 'text',
      pattern: '\\s*[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\\s*',
    },
    {
      key: 'clientSecret',
      label: {
        en: 'Client secret',
        nl: 'Client-secret',
        de: 'Client-Secret',
        fr: 'Secret client',
      },
      hint: {
        en: 'It opens the whole marketplace, so make an application just for this: then you can delete it alone.',
        nl: 'Het geeft toegang tot de hele marktplaats; maak er daarom een aparte applicatie voor, dan kunt u die los verwijderen.',
        de: 'Es öffnet den ganzen Marktplatz; legen Sie dafür eine eigene Anwendung an, dann können Sie sie einzeln löschen.',
        fr: 'Il ouvre toute la place de marché : créez une application dédiée, que vous pourrez supprimer seule.',
      },
      example: '0123456789abcdef0123456789abcdef01234567',
      kind: 'secret',
      pattern: '\\s*[!-~]+\\s*',
    },
    {
      key: 'marketplaceUrl',
      label: {
        en: 'Address of your marketplace',
        nl: 'Adres van uw marktplaats',
        de: 'Adresse Ihres Marktplatzes',
        fr: 'Adresse de votre place de marché',
      },
      hint: {
        en: 'Only used to link to your products.',
        nl: 'Alleen om naar uw producten te verwijzen.',
        de: 'Nur um auf Ihre Produkte zu verlinken.',
        fr: 'Sert uniquement à créer les liens vers vos produits.',
      },
      example: 'https://www.example.com',
      kind: 'address',
      optional: true,
    },
  ],
  steps: {
    en: [
      'Sign in to Sharetribe Console and choose your Live environment at the top. Applications of Test and Dev show test data only.',
      'Go to Build > Applications (in older consoles Advanced > Applications) and choose Add new.',
      'Give it a name and choose Integration API.',
      'Copy Client ID and Client secret. The secret is not shown in full again.',
    ],
    nl: [
      'Log in op Sharetribe Console en kies bovenaan uw Live-omgeving. Applicaties van Test en Dev tonen alleen testgegevens.',
      'Ga naar Build > Applications (in oudere versies Advanced > Applications) en kies Add new.',
      'Geef een naam op en kies Integration API.',
      'Kopieer Client ID en Client secret. Het secret wordt later niet meer volledig getoond.',
    ],
    de: [
      'Melden Sie sich in der Sharetribe Console an und wählen Sie oben Ihre Live-Umgebung. Anwendungen aus Test und Dev zeigen nur Testdaten.',
      'Öffnen Sie Build > Applications (in älteren Versionen Advanced > Applications) und wählen Sie Add new.',
      'Geben Sie einen Namen ein und wählen Sie Integration API.',
      'Kopieren Sie Client ID und Client secret. Das Secret wird später nicht mehr vollständig angezeigt.',
    ],
    fr: [
      'Connectez-vous à Sharetribe Console et choisissez en haut votre environnement Live. Les applications de Test et Dev ne montrent que des données de test.',
      'Ouvrez Build > Applications (dans les anciennes versions Advanced > Applications) et choisissez Add new.',
      'Donnez un nom et choisissez Integration API.',
      'Copiez Client ID et Client secret. Le secret ne sera plus affiché en entier.',
    ],
  },
  place: () => 'https://console.sharetribe.com/',
};

export const link: Linking = {
  ways: [byKeys],
  reasons: {
    keys_refused: {
      en: 'Sharetribe does not accept these keys. Copy both again, and check that the application is one for the Integration API, not the Marketplace API.',
      nl: 'Sharetribe accepteert deze sleutels niet. Kopieer beide opnieuw en controleer of de applicatie voor de Integration API is, niet voor de Marketplace API.',
      de: 'Sharetribe nimmt diese Schlüssel nicht an. Kopieren Sie beide erneut und prüfen Sie, ob die Anwendung für die Integration API ist, nicht für die Marketplace API.',
      fr: 'Sharetribe n’accepte pas ces clés. Copiez-les à nouveau et vérifiez que l’application est de type Integration API, pas Marketplace API.',
    },
    wrong_api: {
      en: 'The keys are good, but their application may not use the Integration API. Make a new application and choose Integration API.',
      nl: 'De sleutels kloppen, maar hun applicatie mag de Integration API niet gebruiken. Maak een nieuwe applicatie en kies Integration API.',
      de: 'Die Schlüssel stimmen, aber ihre Anwendung darf die Integration API nicht nutzen. Legen Sie eine neue Anwendung an und wählen Sie Integration API.',
      fr: 'Les clés sont bonnes, mais leur application ne peut pas utiliser l’Integration API. Créez une nouvelle application et choisissez Integration API.',
    },
    token_refused: {
      en: 'Sharetribe no longer accepts this access. Check that the application still exists, and copy its keys again.',
      nl: 'Sharetribe accepteert deze toegang niet meer. Controleer of de applicatie nog bestaat en kopieer de sleutels opnieuw.',
      de: 'Sharetribe nimmt diesen Zugriff nicht mehr an. Prüfen Sie, ob die Anwendung noch besteht, und kopieren Sie ihre Schlüssel erneut.',
      fr: 'Sharetribe n’accepte plus cet accès. Vérifiez que l’application existe encore et copiez à nouveau ses clés.',
    },
    keys_missing: {
      en: 'Both Client ID and Client secret are needed.',
      nl: 'Client ID en Client secret zijn allebei nodig.',
      de: 'Client ID und Client secret werden beide gebraucht.',
      fr: 'Client ID et Client secret sont tous deux nécessaires.',
    },
    client_id_form: {
      en: 'The Client ID is not whole. It has five groups of letters and digits, joined by hyphens.',
      nl: 'De Client ID is niet compleet. Hij bestaat uit vijf groepen letters en cijfers met streepjes ertussen.',
      de: 'Die Client ID ist nicht vollständig. Sie besteht aus fünf Gruppen von Buchstaben und Ziffern mit Bindestrichen dazwischen.',
      fr: 'Le Client ID est incomplet. Il compte cinq groupes de lettres et de chiffres séparés par des tirets.',
    },
    marketplace_form: {
      en: 'This is not an address. Type the address of your marketplace as in the browser, or leave it empty.',
      nl: 'Dit is geen adres. Typ het adres van uw marktplaats zoals in de browser, of laat het leeg.',
      de: 'Das ist keine Adresse. Geben Sie die Adresse Ihres Marktplatzes wie im Browser ein oder lassen Sie das Feld leer.',
      fr: 'Ce n’est pas une adresse. Saisissez l’adresse de votre place de marché comme dans le navigateur, ou laissez vide.',
    },
    not_sharetribe: {
      en: 'This is not an address of Sharetribe’s API. Leave it out.',
      nl: 'Dit is geen adres van de API van Sharetribe. Laat het weg.',
      de: 'Das ist keine Adresse der API von Sharetribe. Lassen Sie sie weg.',
      fr: 'Ce n’est pas une adresse de l’API de Sharetribe. Laissez-la vide.',
    },
  },
};
