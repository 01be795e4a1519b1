// How a merchant links a Magento shop: the four values of an integration, its token, or the cloud's keys.
import type { Given } from '../../model/credential.ts';
import type { ByForm, Input, Linking } from '../way.ts';
import { reasons } from './reasons.ts';

const address: Input = {
  key: 'baseUrl',
  label: {
    en: 'Address of your shop',
    nl: 'Adres van uw winkel',
    de: 'Adresse Ihres Shops',
    fr: 'Adresse de votre boutique',
  },
  hint: {
    en: 'As in the browser. You may also paste the address of your Magento admin.',
    nl: 'Zoals in de browser. U mag ook het adres van uw Magento-beheer plakken.',
    de: 'Wie im Browser. Sie können auch die Adresse Ihrer Magento-Verwaltung einfügen.',
    fr: 'Comme dans le navigateur. Vous pouvez aussi coller l’adresse de votre administration Magento.',
  },
  example: 'https://www.example.com',
  kind: 'address',
  pattern: '\\s*\\S+\\.\\S+\\s*',
};

const value = (key: string, label: string, example: string): Input => ({
  key,
  label: { en: label, nl: label, de: label, fr: label },
  example,
  kind: 'secret',
  pattern: '\\s*[a-z0-9]{32}\\s*',
});

/** The first steps are the same for all values of an integration. */
const INTEGRATION = {
  en: [
    'In your Magento admin, go to System > Extensions > Integrations and choose Add New Integration.',
    'Give it a name. Under API choose Custom and tick: Catalog > Inventory and in it Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
    'Save, then choose Activate and Allow. Magento now shows Consumer Key, Consumer Secret, Access Token and Access Token Secret.',
  ],
  nl: [
    'Ga in uw Magento-beheer naar System > Extensions > Integrations en kies Add New Integration.',
    'Geef de integratie een naam. Kies onder API voor Custom en vink aan: Catalog > Inventory en daarin Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
    'Sla op en kies daarna Activate en Allow. Magento toont nu Consumer Key, Consumer Secret, Access Token en Access Token Secret.',
  ],
  de: [
    'Öffnen Sie in Ihrer Magento-Verwaltung System > Extensions > Integrations und wählen Sie Add New Integration.',
    'Geben Sie einen Namen ein. Wählen Sie unter API Custom und kreuzen Sie an: Catalog > Inventory und darin Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
    'Speichern Sie, wählen Sie dann Activate und Allow. Magento zeigt nun Consumer Key, Consumer Secret, Access Token und Access Token Secret.',
  ],
  fr: [
    'Dans votre administration Magento, ouvrez System > Extensions > Integrations et choisissez Add New Integration.',
    'Donnez-lui un nom. Sous API, choisissez Custom et cochez : Catalog > Inventory et, dedans, Products ; Stores > Attributes > Product ; Stores > Settings > All Stores ; Stores > Inventory > Sources.',
    'Enregistrez, puis choisissez Activate et Allow. Magento affiche alors Consumer Key, Consumer Secret, Access Token et Access Token Secret.',
  ],
} as const;

const byFourValues: ByForm = {
  kind: 'form',
  id: 'integration',
  title: {
    en: 'With the four values of an integration',
    nl: 'Met de vier waarden van een integratie',
    de: 'Mit den vier Werten einer Integration',
    fr: 'Avec les quatre valeurs d’une intégration',
  },
  inputs: [
    address,
    value('consumerKey', 'Consumer Key', 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6'),
    value('consumerSecret', 'Consumer Secret', '0f1e2d3c4b5a69788796a5b4c3d2e1f0'),
    value('accessToken', 'Access Token', '0lnuajnuzeei2o8xcddii5us77xnb600'),
    value('accessTokenSecret', 'Access Token Secret', '1c6d2hycnir5ygf39fycs6zhtaagx800'),
  ],
  steps: {
    en: [...INTEGRATION.en, 'Copy all four values into this form.'],
    nl: [...INTEGRATION.nl, 'Kopieer alle vier de waarden naar dit formulier.'],
    de: [...INTEGRATION.de, 'Kopieren Sie alle vier Werte in dieses Formular.'],
    fr: [...INTEGRATION.fr, 'Copiez les quatre valeurs dans ce formulaire.'],
  },
  place: adminOf,
};

const byToken: ByForm = {
  kind: 'form',
  id: 'token',
  title: {
    en: 'With an access token alone',
    nl: 'Met alleen een toegangstoken',
    de: 'Nur mit einem Zugriffstoken',
    fr: 'Avec un jeton d’accès seul',
  },
  inputs: [
    address,
    {
      key: 'token',
      label: {
        en: 'Access token',
        nl: 'Toegangstoken',
        de: 'Zugriffstoken',
        fr: 'Jeton d’accès',
      },
      hint: {
        en: 'Works on Magento before 2.4.4, and on later versions where the shop allows it.',
        nl: 'Werkt op Magento vóór 2.4.4, en op latere versies als de winkel het toestaat.',
        de: 'Funktioniert mit Magento vor 2.4.4 und mit späteren Versionen, wenn der Shop es erlaubt.',
        fr: 'Fonctionne avec Magento avant 2.4.4, et ensuite si la boutique l’autorise.',
      },
      example: '0lnuajnuzeei2o8xcddii5us77xnb600',
      kind: 'secret',
      pattern: '\\s*(Bearer\\s+)?[!-~]{20,}\\s*',
    },
  ],
  steps: {
    en: [
      ...INTEGRATION.en,
      'On Magento 2.4.4 and later, also set Stores > Configuration > Services > OAuth > Consumer Settings > Allow OAuth Access Tokens to be used as standalone Bearer tokens to Yes.',
      'Copy the Access Token into this form.',
    ],
    nl: [
      ...INTEGRATION.nl,
      'Zet op Magento 2.4.4 en later ook Stores > Configuration > Services > OAuth > Consumer Settings > Allow OAuth Access Tokens to be used as standalone Bearer tokens op Yes.',
      'Kopieer het Access Token naar dit formulier.',
    ],
    de: [
      ...INTEGRATION.de,
      'Stellen Sie ab Magento 2.4.4 außerdem Stores > Configuration > Services > OAuth > Consumer Settings > Allow OAuth Access Tokens to be used as standalone Bearer tokens auf Yes.',
      'Kopieren Sie das Access Token in dieses Formular.',
    ],
    fr: [
      ...INTEGRATION.fr,
      'Avec Magento 2.4.4 et ultérieur, réglez aussi Stores > Configuration > Services > OAuth > Consumer Settings > Allow OAuth Access Tokens to be used as standalone Bearer tokens sur Yes.',
      'Copiez l’Access Token dans ce formulaire.',
    ],
  },
  place: adminOf,
};

const byCloud: ByForm = {
  kind: 'form',
  id: 'cloud',
  title: {
    en: 'Adobe Commerce as a Cloud Service',
    nl: 'Adobe Commerce as a Cloud Service',
    de: 'Adobe Commerce as a Cloud Service',
    fr: 'Adobe Commerce as a Cloud Service',
  },
  inputs: [
    {
      ...address,
      label: {
        en: 'REST endpoint with your tenant',
        nl: 'REST-adres met uw tenant',
        de: 'REST-Adresse mit Ihrem Mandanten',
        fr: 'Adresse REST avec votre locataire (tenant)',
      },
      hint: {
        en: 'Shown in Adobe Commerce Cloud Manager, in the details of your instance.',
        nl: 'Staat in Adobe Commerce Cloud Manager, bij de details van uw instantie.',
        de: 'Steht im Adobe Commerce Cloud Manager in den Details Ihrer Instanz.',
        fr: 'Indiquée dans Adobe Commerce Cloud Manager, dans les détails de votre instance.',
      },
      example: 'https://na1.api.commerce.adobe.com/AbCdEf123456',
    },
    {
      key: 'imsClientId',
      label: { en: 'Client ID', nl: 'Client-ID', de: 'Client-ID', fr: 'ID client' },
      example: '1234567890abcdef1234567890abcdef',
      kind: 'text',
    },
    {
      key: 'imsClientSecret',
      label: {
        en: 'Client secret',
        nl: 'Client-secret',
        de: 'Client-Secret',
        fr: 'Secret client',
      },
      example: 'p8e-…',
      kind: 'secret',
    },
    {
      key: 'imsOrgId',
      label: {
        en: 'Organization ID',
        nl: 'Organisatie-ID',
        de: 'Organisations-ID',
        fr: 'ID d’organisation',
      },
      example: '1234567890ABCDEF12345678@AdobeOrg',
      kind: 'text',
    },
  ],
  steps: {
    en: [
      'In the Adobe Developer Console, create a project and add the API Adobe Commerce as a Cloud Service with an OAuth Server-to-Server credential.',
      'Copy Client ID, Client secret and Organization ID from the credential’s details.',
      'Copy the REST endpoint of your instance from Adobe Commerce Cloud Manager.',
    ],
    nl: [
      'Maak in de Adobe Developer Console een project en voeg de API Adobe Commerce as a Cloud Service toe met een OAuth Server-to-Server-credential.',
      'Kopieer Client ID, Client secret en Organization ID uit de details van de credential.',
      'Kopieer het REST-adres van uw instantie uit Adobe Commerce Cloud Manager.',
    ],
    de: [
      'Legen Sie in der Adobe Developer Console ein Projekt an und fügen Sie die API Adobe Commerce as a Cloud Service mit einem OAuth-Server-to-Server-Credential hinzu.',
      'Kopieren Sie Client ID, Client secret und Organization ID aus den Details des Credentials.',
      'Kopieren Sie die REST-Adresse Ihrer Instanz aus dem Adobe Commerce Cloud Manager.',
    ],
    fr: [
      'Dans l’Adobe Developer Console, créez un projet et ajoutez l’API Adobe Commerce as a Cloud Service avec un identifiant OAuth Server-to-Server.',
      'Copiez Client ID, Client secret et Organization ID depuis les détails de l’identifiant.',
      'Copiez l’adresse REST de votre instance depuis Adobe Commerce Cloud Manager.',
    ],
  },
  place: () => 'https://developer.adobe.com/console/projects',
};

/** The admin's address is the shop's own secret: known only where it was typed. */
function adminOf({ baseUrl }: Given): string | undefined {
  if (typeof baseUrl !== 'string') return undefined;
  const typed = baseUrl.trim();
  const whole = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, host, pathname } = new URL(whole);
  const admin = /^(.*?\/admin(?:_\w+)?)(?:\/|$)/i.exec(pathname)?.[1];
  return admin === undefined ? undefined : `${protocol}//${host}${admin}`;
}

export const link: Linking = { ways: [byFourValues, byToken, byCloud], reasons };
