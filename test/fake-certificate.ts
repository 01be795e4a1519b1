// For tests: a certificate that no browser would trust.

const pem = (kind: string, text: string) =>
  `-----BEGIN ${kind}-----\n${text.trim()}\n-----END ${kind}-----\n`;

/** For localhost, signed by a root that no one knows; the root itself is not sent. Good for nothing else. */
export const CERT = pem(
  'CERTIFICATE',
  `
MIIBijCCATCgAwIBAgIUdT1k9LjaGKILeICup96X45btzAQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJVGVzdCByb290MCAXDTI2MTExNTE4MDc1N1oYDzIxMjYxMDIy
MTgwNzU3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASV68DyI2neI1kKs6nrC9NInzCzHurBZeW8f++39J1HU9gDgHHPWG/N
95d4XFsPhIZxndjySkmbmM+1R/OWTVueo14wXDAaBgNVHREEEzARgglsb2NhbGhv
c3SHBH8AAAEwHQYDVR0OBBYEFIeMFWsHyzi1VOlA8gzoaUWrSUq3MB8GA1UdIwQY
MBaAFHY1K928xbqSFNpYO7CzGWqi8A+/MAoGCCqGSM49BAMCA0gAMEUCID9BM56A
O0E2bELBJpc1yn5d5XZ+x3YzIzRSQw5u6dioAiEA7gtI/UnjXDFg8Q6CdEiefqx+
ZKN+Lu9/f6Yn2K2Htgw=
`,
);
export const KEY = pem(
  'PRIVATE KEY',
  `
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8Qa85jPZKW1AuoYq
ECMR72108uqzIuLA3M1y3gNb4YmhRANCAASV68DyI2neI1kKs6nrC9NInzCzHurB
ZeW8f++39J1HU9gDgHHPWG/N95d4XFsPhIZxndjySkmbmM+1R/OWTVue
`,
);
