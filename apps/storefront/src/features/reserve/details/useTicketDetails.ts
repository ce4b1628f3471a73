import { useEffect, useMemo, useState } from "react";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import type { CheckVouchers, DetailsForm, DetailsInput, RefusedDetail } from "@foyer/rules/forms/ticketDetails.ts";
import { hasOwnQuestions } from "@foyer/rules/catalog/handlers.ts";
import { needsVoucher } from "@foyer/rules/forms/cityPass.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import type { TicketDetailsState, ServerFieldErrors, TicketDetailsOptions } from "./detailsState.ts";

/** Validation and fields, only loaded if something is asked for; the voucher check only if vouchers are. */
const loadDetailModules = async (withVouchers: boolean) => {
  const [rules, survey, fields, vouchers] = await Promise.all([
    loadChunk(() => import("@foyer/rules/forms/ticketDetails.ts")),
    loadChunk(() => import("@foyer/rules/forms/survey.ts")),
    loadChunk(() => import("./DetailFields.tsx")),
    withVouchers ? loadChunk(() => import("@foyer/rules/forms/vouchers.ts")) : undefined,
  ]);
  const { surveySpecErrors, reserveContext } = survey;
  const checkVouchers: CheckVouchers = vouchers?.voucherProblems ?? (() => []);
  return { ...rules, surveySpecErrors, reserveContext, withVouchers, checkVouchers, DetailFields: fields.DetailFields };
};
type DetailModules = Awaited<ReturnType<typeof loadDetailModules>>;

const noDetails: DetailsInput = { attendees: {}, answers: {}, vouchers: {} };
const noQuestions: DetailsForm = { groups: [], vouchers: [] };
const noChoices: readonly GroupChoice[] = [];
const noFields: ReadonlySet<string> = new Set();

/**
 * Names, answers and vouchers for the chosen tickets. They are only kept in memory while the form is shown; changing
 * quantities keeps them.
 */
export const useTicketDetails = ({
  event,
  choices = noChoices,
  purpose = "visit",
  session,
  membership,
}: TicketDetailsOptions): TicketDetailsState => {
  const { web, configuration } = useSeller();
  const audience = useLoginStrength() === "full" ? "member" : "guest";
  const [input, setInput] = useState(noDetails);
  const [fields, setFields] = useState(noFields);
  const [refused, setRefused] = useState<ServerFieldErrors>();
  const needsVouchers = choices.some(({ group }) => needsVoucher(group, event.config, web));
  const mayNeedDetails = needsVouchers || asksAttendees(event, choices);
  const { modules, failed, retry } = useDetailModules(mayNeedDetails, needsVouchers);
  useReportSurveyMistakes(modules, choices);

  const form = useMemo(
    () =>
      modules?.detailsForm({ choices, event, web, context: modules.reserveContext(audience, membership) }) ??
      noQuestions,
    [modules, choices, event, web, audience, membership],
  );
  const problems =
    modules?.detailProblems(form, input, configuration.citypass_code_groups, modules.checkVouchers) ?? [];
  const isChosen = choices.some(({ types }) => types.some(({ quantity }) => quantity > 0));
  const hasQuestions = form.groups.length + form.vouchers.length > 0;
  const isWaiting = mayNeedDetails && isChosen && !modules;

  return {
    state: isWaiting ? (failed ? "failed" : "loading") : hasQuestions ? "ready" : "none",
    purpose,
    Fields: modules?.DetailFields,
    form,
    input,
    fieldErrors: [
      ...problems.filter(({ field }) => fields.has(field)),
      ...(refused?.fields.map((field) => ({ field, message: { text: refused.text } })) ?? []),
    ],
    serverErrors: refused,
    isIncomplete: isWaiting || problems.length > 0,
    changeField: (field, change) => {
      setInput(change);
      setRefused((before) => before && { ...before, fields: before.fields.filter((one) => one !== field) });
    },
    // Fields that appear later show no error before the next attempt.
    showProblems: () => {
      setFields(new Set(problems.map(({ field }) => field)));
      setRefused(undefined);
    },
    retry,
    showRefusal: ({ code, extra, description }) => {
      const refusedFields = modules?.refusedFields(form, code, extra as RefusedDetail) ?? [];
      if (refusedFields.length > 0) setRefused({ fields: refusedFields, text: description });
      return refusedFields.length > 0;
    },
    request: modules?.detailsRequest(form, input, session?.start_datetime) ?? { admits: {} },
  };
};

/** Whether a ticket may need names or answers. Decided without the rules, which are only loaded if it does. */
const asksAttendees = ({ meta }: Pick<EventTemplate, "meta">, choices: readonly GroupChoice[]): boolean =>
  choices.some(
    ({ group }) =>
      group.additional_info_spec !== null ||
      hasOwnQuestions(group) ||
      [group.meta, meta].some(({ admit_names, admit_emails }) => admit_names ?? admit_emails),
  );

const useDetailModules = (isWanted: boolean, withVouchers: boolean) => {
  const [loaded, setLoaded] = useState<DetailModules>();
  const [failed, setFailed] = useState(false);
  const modules = withVouchers && !loaded?.withVouchers ? undefined : loaded;
  const isNeeded = isWanted && !modules && !failed;
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isCancelled = false;
    loadDetailModules(withVouchers).then(
      (all) => isCancelled || setLoaded(all),
      (error: unknown) => {
        reportError(error);
        if (!isCancelled) setFailed(true);
      },
    );
    return () => void (isCancelled = true);
  }, [isNeeded, withVouchers]);
  return { modules, failed, retry: () => setFailed(false) };
};

/** Invalid questions are left out of the form and reported to the operators. */
const useReportSurveyMistakes = (modules: DetailModules | undefined, choices: readonly GroupChoice[]): void => {
  const mistakes = choices
    .flatMap(({ group }) =>
      modules && group.additional_info_spec
        ? modules
            .surveySpecErrors(group.additional_info_spec)
            .map(({ path, error }) => `survey of group ${group.id}: ${path.join(".")} ${error}`)
        : [],
    )
    .join("; ");
  useEffect(() => {
    if (mistakes !== "") reportError(new Error(mistakes));
  }, [mistakes]);
};
