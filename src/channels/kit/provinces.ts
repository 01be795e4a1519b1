// Places of buyers, from the few ways in which vendors write them.
import { filled } from './text.ts';

/** A state or province: its name, and its code where what is written looks like one. */
export function provinceOf(state: unknown): {
  readonly province: string | null;
  readonly province_code: string | null;
} {
  const province = filled(state);
  const isCode = province !== null && /^[A-Z]{2,3}$/.test(province);
  return { province, province_code: isCode ? province : null };
}
