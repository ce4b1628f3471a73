/** Brands that people know by another name than their provider's word for it. */
const knownBrands: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  us_bank_account: "Bank account",
};

/** 'visa' as it stands on the card: 'Visa'. */
const brandName = (brand: string): string => {
  const name = Object.hasOwn(knownBrands, brand) ? knownBrands[brand] : undefined;
  if (name !== undefined) return name;
  const words = brand.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** 'Visa …4242': all that is ever told of what is kept (requirements OPEN-83). */
export const paymentMethodLabel = ({ brand, last4 }: { readonly brand: string; readonly last4: string }): string =>
  `${brandName(brand)} …${last4}`;
