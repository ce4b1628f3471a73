import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getCart, getLinkedCart, type Cart } from "@foyer/contract/shop/cart.ts";
import { isGiftCard } from "@foyer/rules/catalog/handlers.ts";
import type { IdentityAnswers } from "@foyer/rules/forms/identityAnswers.ts";
import { identityFormsIn } from "@foyer/rules/forms/identityFields.ts";
import { call } from "../../../api/call.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";

type SavedPurchaser = Partial<Readonly<Record<"first_name" | "last_name" | "email" | "phone", string | null>>>;

/**
 * What the events and groups in a cart ask at the checkout: identity forms and surveys; and, for the visitor's own cart,
 * what was sent with an earlier payment attempt.
 */
export const cartFormsQuery = ({ id: cart_id, lines }: Pick<Cart, "id" | "lines">, isOwn: boolean) => {
  const groups = [...new Set(lines.flatMap(({ types }) => types.map((type) => type.ticket_group_id)))].toSorted();
  return queryOptions({
    // Not under the cart's key: it only becomes stale when the groups change, not with every change of the cart.
    queryKey: ["cart_forms", cart_id, isOwn, groups],
    queryFn: async ({ signal }) => {
      const { meta, ticket_group, additional_info, identity, contact } = await call(
        isOwn ? getCart : getLinkedCart,
        { cart_id, _embed: "meta,ticket_group,additional_info,identity,contact" },
        { signal, fresh: true },
      );
      return {
        identityForms: identityFormsIn(meta?._data.map((row) => row.meta) ?? []),
        surveys: (ticket_group?._data ?? []).flatMap(({ id, name, handler, additional_info_spec: spec }) =>
          spec ? [{ id, name, handler, spec }] : [],
        ),
        holdsGiftCard: (ticket_group?._data ?? []).some(isGiftCard),
        purchaser: purchaserAnswers({ ...identity?._data[0], ...contact?._data[0] }),
        /** By ticket group id. */
        answers: Object.fromEntries(
          (additional_info?._data ?? []).map(({ ticket_group_id, answers }) => [ticket_group_id, answers]),
        ),
      };
    },
  });
};

const purchaserAnswers = ({ first_name, last_name, email, phone }: SavedPurchaser): IdentityAnswers | undefined =>
  email
    ? { first_name: first_name ?? "", last_name: last_name ?? "", email, email_confirm: email, ...(phone && { phone }) }
    : undefined;

/** Rules and fields of surveys, only loaded if a group in the cart has a survey. */
export const surveyModulesQuery = queryOptions({
  queryKey: ["checkout_survey_modules"],
  staleTime: Infinity,
  retry: false,
  queryFn: async () => {
    const [survey, details, questions] = await Promise.all([
      loadChunk(() => import("@foyer/rules/forms/checkoutSurvey.ts")),
      loadChunk(() => import("@foyer/rules/forms/ticketDetails.ts")),
      loadChunk(() => import("../../reserve/details/SurveyQuestions.tsx")),
    ]);
    return {
      checkoutSurveyFields: survey.checkoutSurveyFields,
      detailProblems: details.detailProblems,
      detailsRequest: details.detailsRequest,
      refusedFields: details.refusedFields,
      SurveyFields: questions.SurveyFields,
    };
  },
});

/**
 * Whether the questions about a cart have loaded or failed to load. Stays true from then on, whatever changes in the cart.
 */
export const useHasLoadedForms = (cart: Cart, isOwn: boolean): boolean => {
  const forms = useQuery(cartFormsQuery(cart, isOwn));
  const hasSurveys = forms.data !== undefined && forms.data.surveys.length > 0;
  const modules = useQuery({ ...surveyModulesQuery, enabled: hasSurveys });
  const [isKnown, setKnown] = useState(false);
  if (!isKnown && !forms.isLoading && !modules.isLoading) setKnown(true);
  return isKnown;
};
