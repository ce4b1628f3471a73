import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { accountAnswers, withoutAccount } from "@foyer/rules/accountDetails.ts";
import { identityFields, passwordAsked } from "@foyer/rules/identityFields.ts";
import { isSamePerson } from "@foyer/rules/memberGift.ts";
import { useSeller } from "../../shared/seller.tsx";
import { methodOf, opensAccounts } from "../login/loginMethod.ts";
import { useMember } from "../login/useMember.ts";
import { cartFormsQuery } from "./identity.queries.ts";
import { useIdentityForm } from "./useIdentityForm.ts";
import { usePostCode } from "./usePostCode.ts";

/**
 * Who buys. What is asked is the seller's to say, and that of the events and groups in the cart; some ways to pay need an
 * address besides. Whoever is logged in is asked for what their account does not know, and buys by its name.
 */
export const usePurchaser = (cart: Cart, own: boolean, needsAddress: boolean) => {
  const { configuration } = useSeller();
  const { data: ofCart } = useQuery(cartFormsQuery(cart, own));
  const { strength, user, isLoading } = useMember();
  const account = own && strength === "full" && user && !user.needs_email ? user.identity : undefined;
  const forms = [...(configuration.identity_form ? [configuration.identity_form] : []), ...(ofCart ?? [])];
  const asked = identityFields(forms, ["checkout", account ? "member" : "guest"], { needsAddress });
  const known = useMemo(() => (account ? accountAnswers(account) : undefined), [account]);
  const form = useIdentityForm({
    fields: account ? withoutAccount(asked, account) : asked,
    ...(known && { known }),
    // Nobody gives to themselves.
    wrongBesides: ({ email }) =>
      !account && isSamePerson(String(email ?? ""), cart.giftee?.email) ? [{ field: "email", message: "self" }] : [],
    onPostCode: usePostCode(cart, own),
  });
  return {
    ...form,
    /** The account that buys, by its name and its address. */
    account,
    isLoading: own && isLoading,
    /** Of whoever has an account, and of who pays for somebody else's cart, none is asked. */
    passwordAsked:
      own && strength !== "full" && opensAccounts(methodOf(configuration))
        ? passwordAsked(forms, ["checkout", "guest"])
        : "no",
    identity: (): IdentityInput => {
      const identity = form.identity();
      if (!account) return identity;
      return {
        ...identity,
        first_name: account.first_name || identity.first_name,
        last_name: account.last_name || identity.last_name,
        email: account.email ?? "",
      };
    },
  };
};
export type PurchaserForm = ReturnType<typeof usePurchaser>;
