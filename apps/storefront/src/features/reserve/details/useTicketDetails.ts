import { useEffect, useMemo, useState } from "react";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import type {
  DetailsForm,
  DetailsRequest,
  DetailsInput,
  DetailProblem,
  RefusedDetail,
} from "@foyer/rules/forms/ticketDetails.ts";
import type { Refused } from "../../../api/call.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { useLoginStrength } from "../../login/session/loginStrength.ts";

/** What judges and shows details: loaded only where something is asked. */
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

type ServerFieldErrors = { readonly fields: readonly string[]; readonly text: string };

export type TicketDetailsState = {
  /** 'none': nothing is asked beside the tickets. */
  readonly state: "none" | "loading" | "failed" | "ready";
  readonly purpose: "visit" | "gift_card" | "donation";
  readonly Fields: DetailModules["DetailFields"] | undefined;
  readonly asked: DetailsForm;
  readonly typed: DetailsInput;
  /** What is said beside the fields: a message of ours, or the server's words. */
  readonly fieldErrors: readonly (Pick<DetailProblem, "field"> & {
    readonly message: DetailProblem["message"] | { readonly text: string };
  })[];
  /** The server has just said no to some of the fields. */
  readonly serverErrors: ServerFieldErrors | undefined;
  /** Something that is asked is missing or wrong. */
  readonly isIncomplete: boolean;
  readonly changeField: (field: string, change: (typed: DetailsInput) => DetailsInput) => void;
  /** The form is sent: from now on what is wrong is said beside its field. */
  readonly showProblems: () => void;
  /** The script did not come: once more. */
  readonly retry: () => void;
  /** True when the refusal is about one of the fields: it is said there. */
  readonly showRefusal: (error: Refused) => boolean;
  readonly request: DetailsRequest;
};

export type TicketDetailsOptions = {
  readonly event: Pick<EventTemplate, "meta" | "config">;
  readonly choices: readonly GroupChoice[] | undefined;
  /** What the tickets are: someone comes with a ticket, but a gift card is for someone. */
  readonly purpose?: TicketDetailsState["purpose"];
  /** The session that vouchers are for. */
  readonly session?: Pick<EventSession, "start_datetime"> | undefined;
  /** Of memberships: what is done with them. */
  readonly membership?: MembershipAction | undefined;
};

/**
 * Names, answers and vouchers that go with the chosen tickets. What is typed lives as long as the form and is kept
 * nowhere else (requirements OPEN-95); a change of quantities keeps it.
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
    // A field that comes with another ticket is not blamed before it was seen.
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

/** Could a ticket of this event come with a question? Seen without the rules, which are loaded only then. */
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

/** A question that makes no sense is left out of the form; those who look after the shop hear of it. */
const useReportSurveyMistakes = (kit: DetailModules | undefined, choices: readonly GroupChoice[]): void => {
  const said = choices
    .flatMap(({ group }) =>
      kit && group.additional_info_spec
        ? kit
            .surveySpecErrors(group.additional_info_spec)
            .map(({ path, error }) => `survey of group ${group.id}: ${path.join(".")} ${error}`)
        : [],
    )
    .join("; ");
  useEffect(() => {
    if (said !== "") reportError(new Error(said));
  }, [said]);
};
