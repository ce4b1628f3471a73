import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { profileAnswers, withoutKnownFields } from "@foyer/rules/account/profile.ts";
import { identityFields, passwordRequirement } from "@foyer/rules/forms/identityFields.ts";
import { isSamePerson } from "@foyer/rules/membership/gift.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { loginMethodOf, allowsSignUp } from "../../login/loginMethod.ts";
import { useMember } from "../../login/session/useMember.ts";
import { cartIdentityFormsQuery } from "../../../shared/identityForm/identity.queries.ts";
import { useIdentityForm } from "../../../shared/identityForm/useIdentityForm.ts";
import { usePostCodeDiscount } from "./usePostCodeDiscount.ts";

/**
 * Who buys. What is asked is the seller's to say, and that of the events and groups in the cart; some ways to pay need an
 * address besides. Whoever is logged in is asked for what their account does not know, and buys by its name.
 */
export const usePurchaser = (cart: Cart, isOwn: boolean, needsAddress: boolean) => {
  const { configuration } = useSeller();
  const { data: cartForms } = useQuery(cartIdentityFormsQuery(cart, isOwn));
  const { strength, user, isLoading } = useMember();
  const account = isOwn && strength === "full" && user && !user.needs_email ? user.identity : undefined;
  const forms = [...(configuration.identity_form ? [configuration.identity_form] : []), ...(cartForms ?? [])];
  const askedFields = identityFields(forms, ["checkout", account ? "member" : "guest"], { needsAddress });
  const known = useMemo(() => (account ? profileAnswers(account) : undefined), [account]);
  const form = useIdentityForm({
    fields: account ? withoutKnownFields(askedFields, account) : askedFields,
    ...(known && { known }),
    // Nobody gives to themselves.
    extraProblems: ({ email }) =>
      !account && isSamePerson(String(email ?? ""), cart.giftee?.email) ? [{ field: "email", message: "self" }] : [],
    onPostCode: usePostCodeDiscount(cart, isOwn),
  });
  return {
    ...form,
    /** The account that buys, by its name and its address. */
    account,
    isLoading: isOwn && isLoading,
    /** Of whoever has an account, and of who pays for somebody else's cart, none is asked. */
    passwordAsked:
      isOwn && strength !== "full" && allowsSignUp(loginMethodOf(configuration))
        ? passwordRequirement(forms, ["checkout", "guest"])
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
