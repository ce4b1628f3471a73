import type { mySavedPaymentMethods } from "@foyer/contract/account.ts";
import type { Reply } from "@foyer/contract/endpoint.ts";
import type { Ask } from "../../http/ask.ts";
import { savedMethodsOf } from "./account.sql.ts";
import { requireMember } from "./requireMember.ts";

/** Brands that people know by another name than their provider's word for it. */
const known: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  us_bank_account: "Bank account",
};

/** 'visa' as it stands on the card: 'Visa'. */
const brandName = (brand: string): string => {
  const name = Object.hasOwn(known, brand) ? known[brand] : undefined;
  if (name !== undefined) return name;
  const words = brand.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Brand and last four digits (requirements OPEN-83); what the provider knows it by stays here. */
export const savedPaymentMethods = async (ask: Ask): Promise<Reply<typeof mySavedPaymentMethods>> => {
  const { identity_id } = requireMember(ask);
  const methods = await savedMethodsOf(ask, identity_id);
  return {
    saved_payment_method: {
      _data: methods.map(({ id, brand, last4 }) => ({
        id,
        brand,
        last4,
        identifier: `${brandName(brand)} …${last4}`,
      })),
    },
  };
};
