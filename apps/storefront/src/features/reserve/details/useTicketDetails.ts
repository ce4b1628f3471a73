import { useEffect, useMemo, useState } from "react";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import type { DetailsForm, DetailsInput, RefusedDetail } from "@foyer/rules/forms/ticketDetails.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import type { TicketDetailsState, ServerFieldErrors, TicketDetailsOptions } from "./detailsState.ts";

/** Validation and fields, loaded only where something is asked. */
const loadDetailModules = async () => {
  const [rules, survey, fields] = await Promise.all([
    loadChunk(() => import("@foyer/rules/forms/ticketDetails.ts")),
    loadChunk(() => import("@foyer/rules/forms/survey.ts")),
    loadChunk(() => import("./DetailFields.tsx")),
  ]);
  const { surveySpecErrors, reserveContext } = survey;
  return { ...rules, surveySpecErrors, reserveContext, DetailFields: fields.DetailFields };
};
type DetailModules = Awaited<ReturnType<typeof loadDetailModules>>;

const noDetails: DetailsInput = { attendees: {}, answers: {}, vouchers: {} };
const noQuestions: DetailsForm = { groups: [], vouchers: [] };
const noChoices: readonly GroupChoice[] = [];
const noFields: ReadonlySet<string> = new Set();

/**
 * Names, answers and vouchers for the chosen tickets. They are kept in memory only, for as long as the form is shown; a
 * change of quantities keeps them.
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
  const [typed, setTyped] = useState(noDetails);
  const [fields, setFields] = useState(noFields);
  const [refused, setRefused] = useState<ServerFieldErrors>();
  const mayAsk = mayAskDetails(event, choices, web.citypass ?? false);
  const { kit: modules, failed, retry } = useDetailModules(mayAsk);
  useReportSurveyMistakes(modules, choices);

  const asked = useMemo(
    () =>
      modules?.detailsForm({ choices, event, web, context: modules.reserveContext(audience, membership) }) ??
      noQuestions,
    [modules, choices, event, web, audience, membership],
  );
  const problems = modules?.detailProblems(asked, typed, configuration.citypass_code_groups) ?? [];
  const isChosen = choices.some(({ types }) => types.some(({ quantity }) => quantity > 0));
  const isAsked = asked.groups.length + asked.vouchers.length > 0;
  const isWaiting = mayAsk && isChosen && !modules;

  return {
    state: isWaiting ? (failed ? "failed" : "loading") : isAsked ? "ready" : "none",
    purpose,
    Fields: modules?.DetailFields,
    asked,
    typed,
    fieldErrors: [
      ...problems.filter(({ field }) => fields.has(field)),
      ...(refused?.fields.map((field) => ({ field, message: { text: refused.text } })) ?? []),
    ],
    serverErrors: refused,
    isIncomplete: isWaiting || problems.length > 0,
    changeField: (field, change) => {
      setTyped(change);
      setRefused((before) => before && { ...before, fields: before.fields.filter((one) => one !== field) });
    },
    // Fields that appear later show no error before the next attempt.
    showProblems: () => {
      setFields(new Set(problems.map(({ field }) => field)));
      setRefused(undefined);
    },
    retry,
    showRefusal: ({ code, extra, description }) => {
      const about = modules?.refusedFields(asked, code, extra as RefusedDetail) ?? [];
      if (about.length > 0) setRefused({ fields: about, text: description });
      return about.length > 0;
    },
    request: modules?.detailsRequest(asked, typed, session?.start_datetime) ?? { admits: {} },
  };
};

/** Whether a ticket of this event may need details; decided without the rules, which are loaded only then. */
const mayAskDetails = (
  { meta, config }: Pick<EventTemplate, "meta" | "config">,
  choices: readonly GroupChoice[],
  sellerTakesPass: boolean,
): boolean =>
  (config.citypass ?? sellerTakesPass) ||
  choices.some(
    ({ group }) =>
      group.additional_info_spec !== null ||
      [group.meta, meta].some(({ admit_names, admit_emails }) => admit_names ?? admit_emails),
  );

const useDetailModules = (isWanted: boolean) => {
  const [kit, setKit] = useState<DetailModules>();
  const [failed, setFailed] = useState(false);
  const isNeeded = isWanted && !kit && !failed;
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isOver = false;
    loadDetailModules().then(
      (loaded) => isOver || setKit(loaded),
      (error: unknown) => {
        reportError(error);
        if (!isOver) setFailed(true);
      },
    );
    return () => void (isOver = true);
  }, [isNeeded]);
  return { kit, failed, retry: () => setFailed(false) };
};

/** Invalid questions are left out of the form and reported to the operators. */
const useReportSurveyMistakes = (kit: DetailModules | undefined, choices: readonly GroupChoice[]): void => {
  const said = choices
    .flatMap(({ group }) =>
      kit && group.additional_info_spec
        ? kit
            .surveySpecErrors(group.additional_info_spec)
            .map(({ path, mistake }) => `survey of group ${group.id}: ${path.join(".")} ${mistake}`)
        : [],
    )
    .join("; ");
  useEffect(() => {
    if (said !== "") reportError(new Error(said));
  }, [said]);
};
