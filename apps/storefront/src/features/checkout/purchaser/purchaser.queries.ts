import { queryOptions } from "@tanstack/react-query";
import { getCart, getLinkedCart, type Cart } from "@foyer/contract/shop/cart.ts";
import type { IdentityAnswers } from "@foyer/rules/forms/identityAnswers.ts";
import { identityFormsIn } from "@foyer/rules/forms/identityFields.ts";
import { call } from "../../../api/call.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";

type SavedPurchaser = Partial<Readonly<Record<"first_name" | "last_name" | "email" | "phone", string | null>>>;

/**
 * What the events and groups in a cart ask at the checkout: identity forms and surveys; and what was sent with an earlier
 * try to pay, of the visitor's own cart.
 */
export const cartFormsQuery = ({ id: cart_id, lines }: Pick<Cart, "id" | "lines">, isOwn: boolean) => {
  const groups = [...new Set(lines.flatMap(({ types }) => types.map((type) => type.ticket_group_id)))].toSorted();
  return queryOptions({
    // Not under the cart's key: only other groups make it stale, not every change of the cart.
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
        purchaser: purchaserAnswers({ ...identity?._data[0], ...contact?._data[0] }),
        /** By group. */
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

/** Rules and fields of surveys, loaded only where a group in the cart has one. */
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
