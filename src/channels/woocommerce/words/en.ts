// What a merchant reads when linking WooCommerce, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    baseUrl: {
      label: 'Shop address',
      hint: 'As it appears in your browser. If WordPress is in a folder, include the folder.',
    },
    consumerKey: { label: 'Consumer key' },
    consumerSecret: {
      label: 'Consumer secret',
      hint: 'Shown only once, together with the consumer key, when the key is created.',
    },
  },
  ways: {
    wordpress: {
      title: 'Approve in WordPress',
      suits: 'Best for most shops: there is nothing to copy.',
    },
    keys: {
      title: 'With a key from WordPress',
      suits: 'If approving does not work, for example because of a security plugin.',
      steps: [
        'Sign in to the WordPress admin of your shop as an administrator.',
        'Go to WooCommerce > Settings > Advanced > REST API and choose Add key.',
        'Choose an administrator or shop manager as the user, and Read as the permission.',
        'Choose Generate API key, and copy the consumer key and the consumer secret.',
      ],
      menu: 'WooCommerce > Settings > Advanced > REST API',
      button: 'Add key',
      toWrite: {
        'orders.write': 'Choose Read/Write instead of Read as the permission of the key.',
        'products.write': 'Choose Read/Write instead of Read as the permission of the key.',
      },
    },
  },
  reasons: {
    rest_closed:
      'WordPress answers, but a security plugin or a firewall has closed its REST API to visitors. Allow requests to /wp-json/ there, or link with a key instead.',
    rest_elsewhere:
      'The REST API of WordPress has a name other than /wp-json/, which we do not support. A plugin renamed it: ask the person who looks after the site to undo that.',
    bad_address:
      'This is not the address of a website. Enter it as it appears in your browser, such as https://www.example.com.',
    bad_keys:
      'The consumer key starts with ck_ and the consumer secret with cs_. Copy both in full.',
    unreachable:
      'Your shop could not be reached over https. It may be offline, or a firewall may be blocking us. If your shop does not use https at all, enter its address with http:// in front.',
    moved:
      'Your shop answers at a different address, often with or without www. Open it in your browser and copy the address from there.',
    permalinks_plain:
      'WordPress answers, but its permalinks are set to Plain, so its data cannot be read. In WordPress, go to Settings > Permalinks, choose any other option and save.',
    redirect_loop:
      'Your shop sends us round in circles: its address leads back to itself. Ask your hosting company to check the redirects, the cache and the https settings.',
    back_to_http:
      'Your shop redirects us from https back to http. In WordPress under Settings > General, both addresses must start with https://. If they do, ask your hosting company about its proxy.',
    login_wall:
      'Your shop sends every visitor to a sign-in page, including us. In the plugin that closes the site, allow requests to /wp-json/wc/.',
    redirected:
      'Your shop redirects us away from its data to another page. Ask your hosting company to check the redirects of the site and its plugins.',
    maintenance:
      'Your shop is closed for maintenance at the moment: WordPress is updating itself. Try again in a few minutes.',
    https_port: 'Your shop expects https here. Enter its address with https:// in front.',
    bad_certificate:
      'Your shop’s certificate is not valid, or the intermediate certificate that proves it is missing; browsers often hide that. Ask your hosting company to install the complete chain.',
    not_wordpress:
      'There is no WordPress at this address. Check the address. If it is right, go to Settings > Permalinks in WordPress and make sure that it is not set to Plain.',
    not_woocommerce:
      'There is a site at this address, but it does not answer like WooCommerce. Check that it is the address of your shop, and that nothing else answers at /wp-json/wc/.',
    woocommerce_inactive:
      'WordPress answers, but WooCommerce is not active there, or is older than version 3.5. Activate or update the plugin and try again.',
    key_unknown:
      'Your shop does not recognise this consumer key. Copy it again. If it is right, the web server or a security plugin is keeping it from WordPress: ask your hosting company to let the Authorization header through.',
    secret_wrong:
      'Your shop recognises this consumer key, but the consumer secret is wrong. The secret is shown only once: if you no longer have it, create a new key.',
    read_only: 'This key can only read. Create one with the permission Read/Write.',
    write_only: 'This key can only write. Create one with the permission Read.',
    role_too_low:
      'The key is valid, but its WordPress user is not allowed to read orders and products. Create the key for an administrator or a shop manager.',
    firewall:
      'A firewall or security plugin of your shop is blocking us. Allow requests to /wp-json/wc/ there, or ask your hosting company to do so.',
    web_page:
      'Your shop answers with a web page instead of data. A maintenance or “coming soon” mode, or a security plugin, is in the way.',
    clock_skew:
      'The clock of your shop’s server is more than 15 minutes off, so it rejects our requests. Ask your hosting company to set the clock.',
    signature_refused:
      'Your shop rejected the signature: the consumer secret is wrong, or the address is not the one in WordPress under Settings > General.',
  },
} as const satisfies ChannelWords;
