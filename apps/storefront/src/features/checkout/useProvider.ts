import { useEffect, useState } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { toWire, type Minor } from "@foyer/rules/money.ts";
import { asStripe } from "@foyer/rules/stripeAmount.ts";
import { useSeller } from "../../shared/seller.tsx";
import { openProvider, type Desk, type Payer, type Provider } from "./provider.ts";
import type { StripeFieldsProps } from "./StripeFields.tsx";
import { ProviderRefusal, walletOf, wantsAddress } from "./stripe.ts";

type Fee = Pick<Cart["cart_fees"][number], "publishable_key" | "pmc_id">;

/** The card provider's fields on this page: whether they are there, what is chosen in them, and what is done with them. */
export const useProvider = (fee: Fee | undefined, rest: Minor, currency: string, renews: boolean) => {
  const { locale } = useSeller();
  const key = fee?.publishable_key ?? null;
  const [arrived, setArrived] = useState<{ key: string; provider: Provider }>();
  const [failed, setFailed] = useState<string>();
  const [isReady, setReady] = useState(false);
  const [type, setType] = useState<string>();
  const [desk, setDesk] = useState<Desk | null>(null);

  useEffect(() => {
    if (key === null) return undefined;
    let isOver = false;
    openProvider(key).then(
      (provider) => isOver || setArrived({ key, provider }),
      () => isOver || setFailed(key),
    );
    return () => void (isOver = true);
  }, [key]);

  const provider = arrived !== undefined && arrived.key === key ? arrived.provider : undefined;
  const hasFailed = key !== null && failed === key;
  const props: StripeFieldsProps | undefined = provider && {
    stripe: provider.stripe,
    amount: asStripe(rest, currency),
    currency,
    pmc_id: fee?.pmc_id ?? null,
    renews,
    locale,
    onDesk: (given) => {
      setDesk(given);
      if (given) return;
      setReady(false);
      setType(undefined);
    },
    onReady: () => setReady(true),
    onType: setType,
    onFailed: () => setFailed(key ?? undefined),
  };
  const needDesk = (): Desk => {
    if (!desk) throw new ProviderRefusal({ type: "not_ready" });
    return desk;
  };
  return {
    /** What shows the fields; undefined while it is on its way. */
    fields: provider && props && { Fields: provider.StripeFields, props },
    isReady,
    hasFailed,
    wallet: walletOf(type),
    needsAddress: wantsAddress(type),
    begin: async () => needDesk().begin(),
    offer: async (payer: Payer): Promise<PaymentOffer> => ({
      gateway_id: "stripe",
      amount: toWire(rest, currency),
      gateway_data: { confirmation_token_id: await needDesk().token(payer, type), use_stripe_sdk: true },
      ...(renews && { auto_renew: true }),
    }),
    /** Takes the payer through their bank's further step; answers with what the provider had against it, if anything. */
    goOn: async (clientSecret: string): Promise<ProviderRefusal | undefined> => {
      if (key === null) throw new ProviderRefusal({ type: "not_ready" });
      const { stripe } = await openProvider(key);
      const { error } = await stripe.handleNextAction({ clientSecret });
      return error && new ProviderRefusal(error);
    },
    clear: () => desk?.clear(),
  };
};
export type ProviderForm = ReturnType<typeof useProvider>;
