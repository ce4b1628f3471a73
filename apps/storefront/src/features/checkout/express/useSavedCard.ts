import { useQuery } from "@tanstack/react-query";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import { savedMethodsQuery } from "../../login/session/member.queries.ts";
import { savedMethodOffer } from "../payment/gateways.ts";
import type { PaymentForm } from "../payment/usePaymentForm.ts";

export type SavedCard = {
  /** 'Visa …4242' */
  readonly label: string;
  readonly brand: string;
  readonly offer: () => PaymentInput;
};

/** The account's saved card that can pay the rest; undefined if there is none. */
export const useSavedCard = (
  { gateway }: Pick<PaymentForm, "gateway">,
  {
    isMember,
    remaining,
    currency,
    isAutoRenewed,
  }: {
    readonly isMember: boolean;
    readonly remaining: Minor;
    readonly currency: string;
    /** A membership that renews requires a card that is newly saved for it. */
    readonly isAutoRenewed: boolean;
  },
): SavedCard | undefined => {
  const makeOffer = gateway && savedMethodOffer(gateway);
  const isUsable = isMember && makeOffer !== undefined && !isAutoRenewed;
  const { data } = useQuery({ ...savedMethodsQuery, enabled: isUsable });
  const method = isUsable ? data?.find((one) => one.gateway_id === gateway && !one.expired) : undefined;
  if (!method || !makeOffer) return undefined;
  return {
    label: method.identifier,
    brand: method.brand,
    offer: () => makeOffer(method.id, toDecimal(remaining, currency)),
  };
};
