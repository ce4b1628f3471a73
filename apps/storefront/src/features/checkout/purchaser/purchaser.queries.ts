import { queryOptions } from "@tanstack/react-query";
import { getCart, getLinkedCart, type Cart } from "@foyer/contract/shop/cart.ts";
import { identityFormsIn } from "@foyer/rules/forms/identityFields.ts";
import { call } from "../../../api/call.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";

/** What the events and groups in a cart ask at the checkout: identity forms, and surveys. */
export const cartFormsQuery = ({ id: cart_id, lines }: Pick<Cart, "id" | "lines">, isOwn: boolean) => {
  const groups = [...new Set(lines.flatMap(({ types }) => types.map((type) => type.ticket_group_id)))].toSorted();
  return queryOptions({
    // Not under the cart's key: only other groups make it stale, not every change of the cart.
    queryKey: ["cart_forms", cart_id, isOwn, groups],
    queryFn: async ({ signal }) => {
      const { meta, ticket_group } = await call(
        isOwn ? getCart : getLinkedCart,
        { cart_id, _embed: "meta,ticket_group" },
        { signal, fresh: true },
      );
      return {
        identityForms: identityFormsIn(meta?._data.map((row) => row.meta) ?? []),
        surveys: (ticket_group?._data ?? []).flatMap(({ id, name, handler, additional_info_spec: spec }) =>
          spec ? [{ id, name, handler, spec }] : [],
        ),
      };
    },
  });
};

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
