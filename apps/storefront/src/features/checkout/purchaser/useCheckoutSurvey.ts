import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { SurveyAnswers } from "@foyer/contract/shop/forms/survey.ts";
import type { DetailsForm, DetailsInput, RefusedDetail } from "@foyer/rules/forms/ticketDetails.ts";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import type { ServerFieldErrors } from "../../reserve/details/detailsState.ts";
import { cartFormsQuery, surveyModulesQuery } from "./purchaser.queries.ts";

const noQuestions: DetailsForm = { groups: [], vouchers: [] };
const noSurveys: readonly never[] = [];
const noFields: ReadonlySet<string> = new Set();
const hiddenFields = { names: "hidden", emails: "hidden" } as const;

/**
 * The seller's questions at the checkout about the ticket groups in a cart. Answers are never stored in the browser; those
 * that were sent with a payment are returned with the cart.
 */
export const useCheckoutSurvey = (cart: Cart, isOwn: boolean) => {
  const { data: forms, refetch } = useQuery(cartFormsQuery(cart, isOwn));
  const surveys = forms?.surveys ?? noSurveys;
  const { data: modules, isError, refetch: retry } = useQuery({ ...surveyModulesQuery, enabled: surveys.length > 0 });
  const role = useLoginStrength() === "full" ? "member" : "guest";
  const [typed, setTyped] = useState<DetailsInput>({ attendees: {}, answers: {}, vouchers: {} });
  const input = { ...typed, answers: { ...forms?.answers, ...typed.answers } };
  const [shown, setShown] = useState(noFields);
  const [refused, setRefused] = useState<ServerFieldErrors>();
  const { lines } = cart;
  const form = useMemo<DetailsForm>(() => {
    if (!modules) return noQuestions;
    const membershipOf = (id: string) =>
      lines.find(({ types }) => types.some((type) => type.ticket_group_id === id))?.membership ?? undefined;
    return {
      vouchers: [],
      groups: surveys
        .map(({ id, name, handler, spec }) => ({
          ticket_group_id: id,
          handler,
          group_name: name,
          fields: hiddenFields,
          attendees: [],
          survey: modules.checkoutSurveyFields(spec, { role, membership: membershipOf(id) }),
        }))
        .filter(({ survey }) => survey.length > 0),
    };
  }, [modules, surveys, lines, role]);
  const problems = modules?.detailProblems(form, input, undefined, () => []) ?? [];
  const shownProblems = problems.filter(({ field }) => shown.has(field));

  return {
    Fields: modules?.SurveyFields,
    form,
    input,
    /** The questions could not be loaded. */
    isFailed: isError,
    retry: () => void retry(),
    fieldErrors: [
      ...shownProblems,
      ...(refused?.fields.map((field) => ({ field, message: { text: refused.text } })) ?? []),
    ],
    /** Every question has a valid answer. */
    isComplete: (forms !== undefined && surveys.length === 0) || (modules !== undefined && problems.length === 0),
    hasProblems: shownProblems.length > 0 || refused !== undefined,
    changeField: (field: string, change: (input: DetailsInput) => DetailsInput): void => {
      setTyped(change(input));
      const left = refused?.fields.filter((one) => one !== field) ?? [];
      setRefused(refused && left.length > 0 ? { ...refused, fields: left } : undefined);
    },
    check: (): boolean => {
      setShown(new Set(problems.map(({ field }) => field)));
      setRefused(undefined);
      return problems.length === 0;
    },
    /** True if the refusal is about a question that is shown. */
    showRefusal: (extra: RefusedDetail, text: string): boolean => {
      const fields = modules?.refusedFields(form, "additional_info_validation_failed", extra) ?? [];
      if (fields.length > 0) setRefused({ fields, text });
      else void refetch();
      return fields.length > 0;
    },
    /**
     * The part of the request that is sent with the purchaser: every group with questions, so that cleared answers are
     * cleared on the server too.
     */
    sent: (): { additionalInfo?: Record<string, SurveyAnswers> } => {
      if (form.groups.length === 0) return {};
      const { additionalInfo = {} } = modules?.detailsRequest(form, input, undefined) ?? {};
      return {
        additionalInfo: Object.fromEntries(
          form.groups.map(({ ticket_group_id: id }) => [id, additionalInfo[id] ?? {}]),
        ),
      };
    },
  };
};
export type CheckoutSurveyForm = ReturnType<typeof useCheckoutSurvey>;
