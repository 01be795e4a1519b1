// What a merchant reads when linking Sharetribe, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    clientId: { label: 'Client-ID' },
    clientSecret: {
      label: 'Client-Secret',
      hint: 'Es öffnet den ganzen Marktplatz. Erstellen Sie deshalb eine Anwendung nur für diesen Zweck, dann können Sie sie einzeln löschen.',
    },
    marketplaceUrl: {
      label: 'Adresse Ihres Marktplatzes',
      hint: 'Wird nur verwendet, um auf Ihre Produkte zu verlinken.',
    },
  },
  ways: {
    keys: {
      title: 'Mit einer Anwendung für die Integration API',
      steps: [
        'Melden Sie sich in der Sharetribe Console an und wählen Sie oben Ihre Umgebung „Live“. Anwendungen aus „Test“ und „Dev“ zeigen nur Testdaten.',
        'Öffnen Sie Build > Applications (in älteren Versionen Advanced > Applications) und wählen Sie „Add new“.',
        'Geben Sie einen Namen ein und wählen Sie „Integration API“.',
        'Kopieren Sie Client-ID und Client-Secret. Das Client-Secret wird später nicht mehr vollständig angezeigt.',
      ],
      menu: 'Build > Applications',
      button: 'Add new',
    },
  },
  reasons: {
    keys_refused:
      'Sharetribe akzeptiert diese Schlüssel nicht. Kopieren Sie beide erneut und prüfen Sie, ob die Anwendung für die Integration API bestimmt ist, nicht für die Marketplace API.',
    wrong_api:
      'Die Schlüssel stimmen, aber ihre Anwendung darf die Integration API nicht nutzen. Erstellen Sie eine neue Anwendung und wählen Sie „Integration API“.',
    token_refused:
      'Sharetribe akzeptiert diesen Zugriff nicht mehr. Prüfen Sie, ob die Anwendung noch existiert, und kopieren Sie ihre Schlüssel erneut.',
    keys_missing: 'Client-ID und Client-Secret sind beide nötig.',
    client_id_form:
      'Die Client-ID ist nicht vollständig. Sie besteht aus fünf Gruppen von Buchstaben und Ziffern, die mit Bindestrichen verbunden sind.',
    marketplace_form:
      'Das ist keine Adresse. Geben Sie die Adresse Ihres Marktplatzes wie im Browser ein oder lassen Sie das Feld leer.',
    not_sharetribe: 'Das ist keine Adresse der API von Sharetribe. Lassen Sie sie weg.',
  },
};
