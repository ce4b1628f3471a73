import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { profileAnswers, withoutKnownFields } from "@foyer/rules/account/profile.ts";
import { withEmptied } from "@foyer/rules/forms/identityAnswers.ts";
import { addressFields, identityFields, passwordRequirement } from "@foyer/rules/forms/identityFields.ts";
import { walletAnswers, type WalletOwner } from "@foyer/rules/checkout/express/walletAnswers.ts";
import { isSamePerson } from "@foyer/rules/membership/gift.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { hasPasswords } from "@foyer/rules/account/opensAccount.ts";
import { useMember } from "../../login/session/useMember.ts";
import { cartFormsQuery } from "./purchaser.queries.ts";
import { useIdentityForm } from "../../../shared/identityForm/useIdentityForm.ts";
import type { KeptDraft } from "../useCheckoutDraft.ts";
import { usePostCodeDiscount } from "./usePostCodeDiscount.ts";

/**
 * The buyer's details. The seller, and the events and groups in the cart, decide which are asked for; some payment methods
 * need an address. A member is only asked for what their account lacks, and buys in their own name.
 */
export const usePurchaser = (
  cart: Cart,
  {
    isOwn,
    needsAddress,
    draft,
  }: { readonly isOwn: boolean; readonly needsAddress: boolean; readonly draft: KeptDraft },
) => {
  const { configuration } = useSeller();
  const { data: cartForms, isFetching: isAsking } = useQuery(cartFormsQuery(cart, isOwn));
  const { strength, user, isLoading } = useMember();
  const account = isOwn && strength === "full" && user && !user.needs_email ? user.identity : undefined;
  const forms = [
    ...(configuration.identity_form ? [configuration.identity_form] : []),
    ...(cartForms?.identityForms ?? []),
  ];
  const contexts = ["checkout", account ? "member" : "guest"] as const;
  const askedFields = identityFields(forms, contexts, { needsAddress });
  const hasOwnAddress = identityFields(forms, contexts).some(({ name }) => addressFields.includes(name));
  // What the cart's purchaser entered earlier.
  const stored = cartForms?.purchaser;
  const known = useMemo(() => (account ? profileAnswers(account) : stored), [account, stored]);
  const postCode = usePostCodeDiscount(cart, isOwn);
  const form = useIdentityForm({
    fields: account ? withoutKnownFields(askedFields, account) : askedFields,
    ...(known && { known }),
    // A gift must be for somebody other than the buyer.
    extraProblems: ({ email }) =>
      !account && isSamePerson(String(email ?? ""), cart.giftee?.email) ? [{ field: "email", message: "self" }] : [],
    onPostCode: postCode.apply,
    draft: { kept: draft.kept.identity, save: (identity) => draft.save({ identity }) },
  });
  // The discount for a postcode known from the account. If it were only applied with the payment, it would change the
  // amount due.
  const knownPostCode = String((account && known?.zip_code) ?? "");
  const showKnownDiscount = useEffectEvent(() => void postCode.apply(knownPostCode));
  useEffect(() => {
    if (knownPostCode !== "") showKnownDiscount();
  }, [knownPostCode]);
  return {
    ...form,
    /** The server requires a field that this page does not have, even after the forms were fetched again. */
    isOutdated: form.lacksField && !isAsking,
    /** Requests the discount for the postcode as typed now. True if the amount due may change. */
    awaitsDiscount: (): boolean => postCode.apply(String(form.answers.zip_code ?? "")) || postCode.isApplying,
    isApplyingDiscount: postCode.isApplying,
    /** Only the payment method requires the address. */
    hasPaymentAddress: needsAddress && !hasOwnAddress && form.fields.some(({ name }) => addressFields.includes(name)),
    /** Fills in the empty fields of the form. */
    takeFromWallet: (owner: WalletOwner): void =>
      form.fill(walletAnswers(owner, form.fields, { address: form.address.searchText, ...form.answers })),
    /** The identity of the account that buys. */
    account,
    isLoading: isOwn && isLoading,
    /** 'no' for members, and for those who pay for somebody else's cart. */
    passwordAsked:
      isOwn && strength !== "full" && hasPasswords(configuration)
        ? passwordRequirement(forms, ["checkout", "guest"])
        : "no",
    identity: (): IdentityInput => {
      const identity = form.identity();
      if (!account) return identity;
      return {
        ...withEmptied(identity, form.fields, known ?? {}),
        first_name: account.first_name || identity.first_name,
        last_name: account.last_name || identity.last_name,
        email: account.email ?? "",
      };
    },
  };
};
export type PurchaserForm = ReturnType<typeof usePurchaser>;
