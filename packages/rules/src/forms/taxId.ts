/**
 * What follows the country code in VAT numbers of the European Union and Northern Ireland, as listed by the Commission's
 * validation service (VIES). Greece uses EL.
 */
const euFormats: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/**
 * A tax number in its printed form, or undefined if it cannot be one: an EU VAT number without spaces, or any other number
 * of at most 30 letters, digits, spaces and dashes.
 */
export const parseTaxId = (text: string): string | undefined => {
  const typed = text.trim().toUpperCase();
  const packed = typed.replace(/[\s.-]+/g, "");
  const country = packed.slice(0, 2);
  if (Object.hasOwn(euFormats, country)) return euFormats[country]?.test(packed.slice(2)) ? packed : undefined;
  return typed.length <= 30 && /^[A-Z\d](?:[A-Z\d -]*[A-Z\d])?$/.test(typed) ? typed.replace(/ {2,}/g, " ") : undefined;
};
