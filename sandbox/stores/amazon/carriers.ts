// The codes of carriers that Amazon lists: CarrierCode in amzn-base.xsd, and those of Seller Central's list since.

export const carrierCodes: ReadonlySet<string> = new Set([
  '4PX', 'AFL/Fedex', 'AT POST', 'Amazon Shipping', 'Aramex', 'Asendia', 'Australia Post', 'BRT',
  'Blue Package', 'BlueDart', 'Canada Post', 'China Post', 'Chrono Express', 'Chronopost', 'City Link',
  'Correios', 'Correos', 'Couriers Please', 'DHL', 'DHL Global Mail', 'DHL eCommerce', 'DPD', 'DTDC',
  'Delhivery', 'Deutsche Post', 'Endopack', 'FEDEX_JP', 'Fastway', 'FedEx', 'FedEx SmartPost',
  'First Flight', 'GLS', 'GO!', 'Hermes', 'Hermes Logistik Gruppe', 'India Post', 'JCEX', 'JP_EXPRESS',
  'La Poste', 'Lasership', 'MRW', 'NITTSU', 'Nacex', 'Newgistics', 'NipponExpress', 'OSM', 'OnTrac',
  'Other', 'Overnite Express', 'Parcelforce', 'Parcelnet', 'PostNL', 'Poste Italiane', 'Professional',
  'Royal Mail', 'SAGAWA', 'SDA', 'SF Express', 'SFC', 'SagawaExpress', 'Self Delivery', 'Sendle', 'Seur',
  'Singapore Post', 'Smartmail', 'Streamlite', 'TNT', 'Target', 'UPS', 'UPS Mail Innovations', 'UPSMI',
  'USPS', 'YAMATO', 'YDH', 'YamatoTransport', 'Yanwen', 'Yodel', 'Yun Express', 'bpost',
]); // biome-ignore format: a table
