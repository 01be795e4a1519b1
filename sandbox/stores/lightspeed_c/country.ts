// Countries as Lightspeed writes them: codes in lower case, titles of its own.
import { country as known } from '../../catalogue/countries.ts';

const titles: Readonly<Record<string, string>> = { NL: 'Netherlands, The' };

export interface NativeCountry {
  readonly id: number;
  readonly code: string;
  readonly code3: string;
  readonly title: string;
}

export function country(code: string): NativeCountry {
  const { alpha3, name } = known(code);
  return {
    id: code.charCodeAt(0) + code.charCodeAt(1),
    code: code.toLowerCase(),
    code3: alpha3.toLowerCase(),
    title: titles[code] ?? name,
  };
}
