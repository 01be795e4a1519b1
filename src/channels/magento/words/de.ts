// What a merchant reads when linking Magento / Adobe Commerce, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Zugriffstoken',
      hint: 'Funktioniert mit Magento vor 2.4.4 und mit späteren Versionen, wenn der Shop es erlaubt.',
    },
    consumerKey: { label: 'Consumer Key' },
    consumerSecret: { label: 'Consumer Secret' },
    accessToken: { label: 'Access Token' },
    accessTokenSecret: { label: 'Access Token Secret' },
    imsClientId: { label: 'Client-ID' },
    imsClientSecret: { label: 'Client-Secret' },
    imsOrgId: { label: 'Organisations-ID' },
  },
  ways: {
    integration: {
      title: 'Mit den vier Werten einer Integration',
      suits:
        'Passt für die meisten Shops: Magento 2 oder Adobe Commerce auf eigenem Server oder Hosting.',
      steps: [
        'Öffnen Sie in Ihrer Magento-Verwaltung System > Extensions > Integrations und wählen Sie Add New Integration.',
        'Geben Sie einen Namen ein. Wählen Sie unter API Custom und kreuzen Sie an: Catalog > Inventory und darin Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Speichern Sie, wählen Sie dann Activate und Allow. Magento zeigt nun Consumer Key, Consumer Secret, Access Token und Access Token Secret.',
        'Kopieren Sie alle vier Werte in dieses Formular.',
      ],
      fields: {
        baseUrl: {
          label: 'Adresse Ihres Shops',
          hint: 'Wie im Browser. Sie können auch die Adresse Ihrer Magento-Verwaltung einfügen.',
        },
      },
    },
    token: {
      title: 'Nur mit einem Zugriffstoken',
      suits: 'Für Magento vor 2.4.4 oder einen Shop, der ein Token allein annimmt.',
      steps: [
        'Öffnen Sie in Ihrer Magento-Verwaltung System > Extensions > Integrations und wählen Sie Add New Integration.',
        'Geben Sie einen Namen ein. Wählen Sie unter API Custom und kreuzen Sie an: Catalog > Inventory und darin Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Speichern Sie, wählen Sie dann Activate und Allow. Magento zeigt nun Consumer Key, Consumer Secret, Access Token und Access Token Secret.',
        'Stellen Sie ab Magento 2.4.4 außerdem Stores > Configuration > Services > OAuth > Consumer Settings > Allow OAuth Access Tokens to be used as standalone Bearer tokens auf Yes.',
        'Kopieren Sie das Access Token in dieses Formular.',
      ],
      fields: {
        baseUrl: {
          label: 'Adresse Ihres Shops',
          hint: 'Wie im Browser. Sie können auch die Adresse Ihrer Magento-Verwaltung einfügen.',
        },
      },
    },
    cloud: {
      title: 'Adobe Commerce as a Cloud Service',
      suits: 'Für Shops, die Adobe selbst betreibt, als Adobe Commerce as a Cloud Service.',
      steps: [
        'Legen Sie in der Adobe Developer Console ein Projekt an und fügen Sie die API Adobe Commerce as a Cloud Service mit einem OAuth-Server-to-Server-Credential hinzu.',
        'Kopieren Sie Client ID, Client secret und Organization ID aus den Details des Credentials.',
        'Kopieren Sie die REST-Adresse Ihrer Instanz aus dem Adobe Commerce Cloud Manager.',
      ],
      fields: {
        baseUrl: {
          label: 'REST-Adresse mit Ihrem Mandanten',
          hint: 'Steht im Adobe Commerce Cloud Manager in den Details Ihrer Instanz.',
        },
      },
    },
  },
  reasons: {
    api_closed:
      'Magento antwortet, aber seine REST-API ist nicht erreichbar. Vielleicht hält eine Firewall uns ab: Bitten Sie Ihren Hoster, Anfragen an /rest/ durchzulassen.',
    address_form: 'Das ist keine Adresse. Geben Sie die Adresse Ihres Shops wie im Browser ein.',
    tenant_missing:
      'Die Adresse muss mit Ihrem Mandanten enden. Kopieren Sie die ganze REST-Adresse Ihrer Instanz.',
    four_values:
      'Alle vier Werte der Integration werden gebraucht: Consumer Key, Consumer Secret, Access Token und Access Token Secret.',
    value_form:
      'Dieser Wert ist nicht vollständig. Jeder der vier hat 32 Kleinbuchstaben und Ziffern: Kopieren Sie ihn erneut.',
    ims_values:
      'Ein Shop von Adobe Commerce as a Cloud Service braucht Client ID, Client secret und Organization ID.',
    token_unencrypted:
      'Ihr Shop hat kein https, ein Token allein könnte mitgelesen werden. Verbinden Sie ihn mit den vier Werten der Integration.',
    bearer_refused:
      'Der Shop nimmt dieses Token allein nicht an. Es ist falsch oder widerrufen, oder Ihr Magento (ab 2.4.4) akzeptiert kein einzelnes Token: Verbinden Sie dann mit allen vier Werten der Integration.',
    token_refused:
      'Der Shop nimmt dieses Zugriffstoken nicht an. Kopieren Sie es erneut oder verbinden Sie mit allen vier Werten der Integration.',
    resource_missing:
      'Die Werte stimmen, aber die Integration darf keine Produkte lesen. Bearbeiten Sie sie unter System > Extensions > Integrations, kreuzen Sie unter API Catalog > Inventory > Products an, speichern Sie und autorisieren Sie sie erneut.',
    consumer_key:
      'Der Shop kennt diesen Consumer Key nicht. Kopieren Sie ihn erneut und prüfen Sie, ob die Adresse zum selben Shop gehört.',
    access_token:
      'Der Shop kennt dieses Access Token nicht, oder es gehört zu einer anderen Integration. Kopieren Sie alle vier Werte derselben Integration.',
    revoked:
      'Dieser Zugriff wurde in Magento widerrufen. Autorisieren Sie die Integration erneut und kopieren Sie die neuen Werte.',
    signature:
      'Consumer Key und Access Token stimmen, aber eines der beiden Secrets nicht. Kopieren Sie Consumer Secret und Access Token Secret erneut.',
    shop_clock:
      'Die Uhr des Servers Ihres Shops geht falsch, deshalb lehnt er jede Signatur ab. Bitten Sie Ihren Hoster, sie zu stellen.',
    firewall:
      'Eine Firewall Ihres Shops sperrt uns aus. Bitten Sie Ihren Hoster, Anfragen an die REST-API durchzulassen.',
    not_magento:
      'Diese Adresse antwortet, aber nicht so, wie Magento es tut. Prüfen Sie sie; wenn Ihr Shop-Frontend eine eigene Anwendung ist, geben Sie die Adresse von Magento selbst an.',
    no_route:
      'Magento ist da, aber diese Store-Ansicht nicht. Lassen Sie die Store-Ansicht weg oder kopieren Sie ihren Code aus Stores > All Stores.',
    redirected:
      'Ihr Shop antwortet unter einer anderen Adresse, vielleicht mit oder ohne www. Geben Sie die Adresse ein, die der Browser zeigt.',
    redirected_to_page:
      'Ihr Shop leitet uns auf eine Webseite weiter, etwa eine Anmeldung oder einen Hinweis. Bitten Sie Ihren Hoster, Anfragen an die REST-API durchzulassen.',
    redirect_loop:
      'Ihr Shop leitet uns im Kreis. Bitten Sie Ihren Hoster, die Weiterleitungen des Webservers zu prüfen.',
    no_store_view:
      'Ihr Shop hat keine Store-Ansicht mit diesem Code. Lassen Sie die Store-Ansicht weg oder kopieren Sie ihren Code aus Stores > All Stores.',
    maintenance: 'Ihr Shop ist im Wartungsmodus. Versuchen Sie es erneut, wenn er geöffnet ist.',
    refused:
      'Der Shop nimmt diesen Zugriff nicht an. Kopieren Sie die Werte erneut aus derselben Integration.',
    signature_method:
      'Ihr Magento ist für diese Art der Verbindung zu alt: 2.4 oder neuer wird gebraucht.',
    ims_refused:
      'Adobe nimmt diese Client ID oder dieses Client secret nicht an. Kopieren Sie beide erneut aus der Developer Console.',
  },
};
