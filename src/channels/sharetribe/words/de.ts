// What a merchant reads when linking Sharetribe, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    clientId: { label: 'Client-ID' },
    clientSecret: {
      label: 'Client-Secret',
      hint: 'Es öffnet den ganzen Marktplatz; legen Sie dafür eine eigene Anwendung an, dann können Sie sie einzeln löschen.',
    },
    marketplaceUrl: {
      label: 'Adresse Ihres Marktplatzes',
      hint: 'Nur um auf Ihre Produkte zu verlinken.',
    },
  },
  ways: {
    keys: {
      title: 'Mit einer Integration-API-Anwendung',
      steps: [
        'Melden Sie sich in der Sharetribe Console an und wählen Sie oben Ihre Live-Umgebung. Anwendungen aus Test und Dev zeigen nur Testdaten.',
        'Öffnen Sie Build > Applications (in älteren Versionen Advanced > Applications) und wählen Sie Add new.',
        'Geben Sie einen Namen ein und wählen Sie Integration API.',
        'Kopieren Sie Client ID und Client secret. Das Secret wird später nicht mehr vollständig angezeigt.',
      ],
    },
  },
  reasons: {
    keys_refused:
      'Sharetribe nimmt diese Schlüssel nicht an. Kopieren Sie beide erneut und prüfen Sie, ob die Anwendung für die Integration API ist, nicht für die Marketplace API.',
    wrong_api:
      'Die Schlüssel stimmen, aber ihre Anwendung darf die Integration API nicht nutzen. Legen Sie eine neue Anwendung an und wählen Sie Integration API.',
    token_refused:
      'Sharetribe nimmt diesen Zugriff nicht mehr an. Prüfen Sie, ob die Anwendung noch besteht, und kopieren Sie ihre Schlüssel erneut.',
    keys_missing: 'Client ID und Client secret werden beide gebraucht.',
    client_id_form:
      'Die Client ID ist nicht vollständig. Sie besteht aus fünf Gruppen von Buchstaben und Ziffern mit Bindestrichen dazwischen.',
    marketplace_form:
      'Das ist keine Adresse. Geben Sie die Adresse Ihres Marktplatzes wie im Browser ein oder lassen Sie das Feld leer.',
    not_sharetribe: 'Das ist keine Adresse der API von Sharetribe. Lassen Sie sie weg.',
  },
};
