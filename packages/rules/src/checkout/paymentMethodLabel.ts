/** Brand names that differ from the provider's identifier. */
const knownBrands: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  us_bank_account: "Bank account",
};

/** Converts 'visa' to the brand's name: 'Visa'. */
export const brandName = (brand: string): string => {
  const name = Object.hasOwn(knownBrands, brand) ? knownBrands[brand] : undefined;
  if (name !== undefined) return name;
  const words = brand.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The label of a saved method: 'Visa …4242'. More than this is never shown. */
export const paymentMethodLabel = ({ brand, last4 }: { readonly brand: string; readonly last4: string }): string =>
  `${brandName(brand)} …${last4}`;
