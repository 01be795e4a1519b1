// What a merchant reads when linking Magento / Adobe Commerce, in German.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Access Token',
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
        'Für die meisten Shops geeignet: Magento 2 oder Adobe Commerce auf eigenem Server oder Hosting.',
      steps: [
        'Öffnen Sie in Ihrem Magento-Adminbereich System > Extensions > Integrations und wählen Sie „Add New Integration“.',
        'Geben Sie einen Namen ein. Wählen Sie unter „API“ die Option „Custom“ und setzen Sie diese Häkchen: Catalog > Inventory und darin Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Speichern Sie und wählen Sie dann „Activate“ und „Allow“. Magento zeigt nun Consumer Key, Consumer Secret, Access Token und Access Token Secret an.',
        'Kopieren Sie die vier Werte nacheinander hierher.',
      ],
      menu: 'System > Extensions > Integrations',
      button: 'Add New Integration',
      toWrite: {
        'orders.write':
          'Um Bestellungen als versandt zu markieren, setzen Sie auch diese Häkchen: Sales > Operations > Orders > Actions > View und Ship sowie Sales > Operations > Shipments.',
        'products.write':
          'Um Bestand und Preise festzulegen, setzen Sie auch diese Häkchen: Catalog sowie Stores > Inventory > Stocks > Source Item Assigning.',
      },
      fields: {
        baseUrl: {
          label: 'Adresse des Shops',
          hint: 'Wie im Browser. Sie können auch die Adresse Ihres Magento-Adminbereichs einfügen.',
        },
      },
    },
    token: {
      title: 'Nur mit dem Access Token',
      suits: 'Für Magento vor 2.4.4 oder für Shops, die ein einzelnes Token akzeptieren.',
      steps: [
        'Öffnen Sie in Ihrem Magento-Adminbereich System > Extensions > Integrations und wählen Sie „Add New Integration“.',
        'Geben Sie einen Namen ein. Wählen Sie unter „API“ die Option „Custom“ und setzen Sie diese Häkchen: Catalog > Inventory und darin Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Speichern Sie und wählen Sie dann „Activate“ und „Allow“. Magento zeigt nun Consumer Key, Consumer Secret, Access Token und Access Token Secret an.',
        'Ab Magento 2.4.4 stellen Sie außerdem unter Stores > Configuration > Services > OAuth > Consumer Settings die Option „Allow OAuth Access Tokens to be used as standalone Bearer tokens“ auf „Yes“.',
        'Kopieren Sie das Access Token.',
      ],
      menu: 'System > Extensions > Integrations',
      button: 'Add New Integration',
      toWrite: {
        'orders.write':
          'Um Bestellungen als versandt zu markieren, setzen Sie auch diese Häkchen: Sales > Operations > Orders > Actions > View und Ship sowie Sales > Operations > Shipments.',
        'products.write':
          'Um Bestand und Preise festzulegen, setzen Sie auch diese Häkchen: Catalog sowie Stores > Inventory > Stocks > Source Item Assigning.',
      },
      fields: {
        baseUrl: {
          label: 'Adresse des Shops',
          hint: 'Wie im Browser. Sie können auch die Adresse Ihres Magento-Adminbereichs einfügen.',
        },
      },
    },
    cloud: {
      title: 'Adobe Commerce as a Cloud Service',
      suits: 'Für Shops, die Adobe selbst als Adobe Commerce as a Cloud Service betreibt.',
      steps: [
        'Erstellen Sie in der Adobe Developer Console ein Projekt und fügen Sie die API „Adobe Commerce as a Cloud Service“ mit Anmeldedaten vom Typ „OAuth Server-to-Server“ hinzu.',
        'Kopieren Sie Client-ID, Client-Secret und Organisations-ID aus den Details der Anmeldedaten.',
        'Kopieren Sie den REST-Endpunkt Ihrer Instanz aus dem Adobe Commerce Cloud Manager.',
      ],
      menu: 'Adobe Developer Console > Adobe Commerce as a Cloud Service',
      button: 'OAuth Server-to-Server',
      fields: {
        baseUrl: {
          label: 'REST-Endpunkt mit Ihrem Tenant',
          hint: 'Steht im Adobe Commerce Cloud Manager in den Details Ihrer Instanz.',
        },
      },
    },
  },
  reasons: {
    api_closed:
      'Magento antwortet, aber seine REST-API ist nicht erreichbar. Vielleicht blockiert uns eine Firewall: Bitten Sie Ihren Hoster, Anfragen an /rest/ durchzulassen.',
    address_form: 'Das ist keine Adresse. Geben Sie die Adresse Ihres Shops wie im Browser ein.',
    tenant_missing:
      'Die Adresse muss mit Ihrem Tenant enden. Kopieren Sie den vollständigen REST-Endpunkt Ihrer Instanz.',
    four_values:
      'Alle vier Werte der Integration sind nötig: Consumer Key, Consumer Secret, Access Token und Access Token Secret.',
    value_form:
      'Dieser Wert ist nicht vollständig. Jeder der vier besteht aus 32 Kleinbuchstaben und Ziffern: Kopieren Sie ihn erneut.',
    ims_values:
      'Ein Shop mit Adobe Commerce as a Cloud Service braucht Client-ID, Client-Secret und Organisations-ID.',
    token_unencrypted:
      'Ihr Shop hat kein https, deshalb könnte ein einzelnes Token mitgelesen werden. Verwenden Sie zum Verbinden die vier Werte der Integration.',
    bearer_refused:
      'Der Shop akzeptiert dieses Token allein nicht. Es ist falsch oder widerrufen, oder Ihr Magento (ab 2.4.4) akzeptiert kein einzelnes Token: Verwenden Sie dann zum Verbinden alle vier Werte der Integration.',
    token_refused:
      'Der Shop akzeptiert dieses Access Token nicht. Kopieren Sie es erneut oder verwenden Sie zum Verbinden alle vier Werte der Integration.',
    resource_missing:
      'Die Werte stimmen, aber die Integration darf keine Produkte lesen. Bearbeiten Sie sie unter System > Extensions > Integrations, setzen Sie unter „API“ das Häkchen bei Catalog > Inventory > Products, speichern Sie und wählen Sie „Reauthorize“.',
    consumer_key:
      'Der Shop kennt diesen Consumer Key nicht. Kopieren Sie ihn erneut und prüfen Sie, ob die Adresse zum selben Shop gehört.',
    access_token:
      'Der Shop kennt dieses Access Token nicht oder es gehört zu einer anderen Integration. Kopieren Sie alle vier Werte aus derselben Integration.',
    revoked:
      'Dieser Zugriff wurde in Magento widerrufen. Wählen Sie bei der Integration „Reauthorize“ und kopieren Sie die neuen Werte.',
    signature:
      'Consumer Key und Access Token stimmen, aber eines der beiden Secrets nicht. Kopieren Sie Consumer Secret und Access Token Secret erneut.',
    shop_clock:
      'Die Uhr des Shop-Servers geht falsch, deshalb lehnt er jede Signatur ab. Bitten Sie Ihren Hoster, sie richtig zu stellen.',
    firewall:
      'Eine Firewall Ihres Shops blockiert uns. Bitten Sie Ihren Hoster, Anfragen an die REST-API durchzulassen.',
    not_magento:
      'Diese Adresse antwortet, aber nicht wie Magento. Prüfen Sie sie. Wenn die Oberfläche Ihres Shops eine eigene Anwendung ist, geben Sie die Adresse von Magento selbst ein.',
    no_route:
      'Magento ist da, aber diese Store-Ansicht (Store View) nicht. Lassen Sie sie weg oder kopieren Sie ihren Code aus Stores > All Stores.',
    redirected:
      'Ihr Shop antwortet unter einer anderen Adresse, vielleicht mit oder ohne www. Geben Sie die Adresse ein, die der Browser anzeigt.',
    redirected_to_page:
      'Ihr Shop leitet uns auf eine Webseite weiter, zum Beispiel eine Anmeldung oder einen Hinweis. Bitten Sie Ihren Hoster, Anfragen an die REST-API durchzulassen.',
    redirect_loop:
      'Ihr Shop leitet uns im Kreis. Bitten Sie Ihren Hoster, die Weiterleitungen des Webservers zu prüfen.',
    no_store_view:
      'Ihr Shop hat keine Store-Ansicht (Store View) mit diesem Code. Lassen Sie sie weg oder kopieren Sie ihren Code aus Stores > All Stores.',
    maintenance: 'Ihr Shop ist im Wartungsmodus. Versuchen Sie es erneut, wenn er geöffnet ist.',
    refused:
      'Der Shop akzeptiert diesen Zugriff nicht. Kopieren Sie die Werte erneut aus derselben Integration.',
    signature_method:
      'Ihr Magento ist für diese Art der Verbindung zu alt: Version 2.4 oder neuer ist nötig.',
    ims_refused:
      'Adobe akzeptiert diese Client-ID oder dieses Client-Secret nicht. Kopieren Sie beides erneut aus der Developer Console.',
  },
};
