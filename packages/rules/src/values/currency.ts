const exponents: Readonly<Record<string, number>> = {
  JPY: 0,
  KRW: 0,
  ISK: 0,
  CLP: 0,
  VND: 0,
  KWD: 3,
  BHD: 3,
  TND: 3,
  JOD: 3,
  OMR: 3,
};

/** The digits after the decimal point, as in ISO 4217: two for every currency that is not listed. */
export const currencyExponent = (currency: string): number => exponents[currency] ?? 2;
