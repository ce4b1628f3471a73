/** The ariary (MGA) is one of them: ISO 4217 gives its fifths two digits, but payment providers count whole units. */
const withoutParts = "BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ");
const inThousandths = "BHD IQD JOD KWD LYD OMR TND".split(" ");

/** The digits after the decimal point, as in ISO 4217: two for every currency that is not listed. */
export const currencyExponent = (currency: string): number => {
  if (withoutParts.includes(currency)) return 0;
  return inThousandths.includes(currency) ? 3 : 2;
};
