const withoutParts = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
/** ISO 4217 gives the fifths of this one two digits; payment providers count it in whole units. */
const withUnusedParts = "MGA";
const inThousandths = "BHD IQD JOD KWD LYD OMR TND";

const exponents: ReadonlyMap<string, number> = new Map([
  ...`${withoutParts} ${withUnusedParts}`.split(" ").map((currency) => [currency, 0] as const),
  ...inThousandths.split(" ").map((currency) => [currency, 3] as const),
]);

/** The digits after the decimal point, as in ISO 4217: two for every currency that is not listed. */
export const currencyExponent = (currency: string): number => exponents.get(currency) ?? 2;
