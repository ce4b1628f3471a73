import { useEffect, useMemo, useState } from "react";
import type { EventTemplate } from "@foyer/contract/catalog.ts";
import type { MembershipAction } from "@foyer/contract/level.ts";
import type { EventSession } from "@foyer/contract/sessions.ts";
import type { GroupChoice } from "@foyer/rules/choosing.ts";
import type {
  DetailsAsked,
  DetailsRequest,
  DetailsTyped,
  DetailProblem,
  RefusedDetail,
} from "@foyer/rules/ticketDetails.ts";
import type { Refused } from "../../api/call.ts";
import { loadChunk } from "../../shared/loadChunk.ts";
import { report } from "../../shared/reports.ts";
import { useSeller } from "../../shared/seller.tsx";
import { useStrength } from "../login/loggedIn.ts";

/** What judges and shows details: loaded only where something is asked. */
const loadKit = async () => {
  const [rules, survey, fields] = await Promise.all([
    loadChunk(() => import("@foyer/rules/ticketDetails.ts")),
    loadChunk(() => import("@foyer/rules/surveyForm.ts")),
    loadChunk(() => import("./DetailFields.tsx")),
  ]);
  const { surveyMistakes, reserveContext } = survey;
  return { ...rules, surveyMistakes, reserveContext, DetailFields: fields.DetailFields };
};
type Kit = Awaited<ReturnType<typeof loadKit>>;

const nothing: DetailsTyped = { attendees: {}, answers: {}, vouchers: {} };
const nothingAsked: DetailsAsked = { groups: [], vouchers: [] };
const noChoices: readonly GroupChoice[] = [];
const noFields: ReadonlySet<string> = new Set();

type Refusals = { readonly fields: readonly string[]; readonly text: string };

export type Details = {
  /** 'none': nothing is asked beside the tickets. */
  readonly state: "none" | "loading" | "failed" | "ready";
  readonly purpose: "visit" | "gift_card" | "donation";
  readonly Fields: Kit["DetailFields"] | undefined;
  readonly asked: DetailsAsked;
  readonly typed: DetailsTyped;
  /** What is said beside the fields: a message of ours, or the server's words. */
  readonly said: readonly (Pick<DetailProblem, "field"> & {
    readonly message: DetailProblem["message"] | { readonly text: string };
  })[];
  /** The server has just said no to some of the fields. */
  readonly refused: Refusals | undefined;
  /** Something that is asked is missing or wrong. */
  readonly isLacking: boolean;
  readonly type: (field: string, change: (typed: DetailsTyped) => DetailsTyped) => void;
  /** The form is sent: from now on what is wrong is said beside its field. */
  readonly say: () => void;
  /** The script did not come: once more. */
  readonly retry: () => void;
  /** True when the refusal is about one of the fields: it is said there. */
  readonly refuse: (error: Refused) => boolean;
  readonly request: DetailsRequest;
};

export type TicketDetailsFor = {
  readonly event: Pick<EventTemplate, "meta" | "config">;
  readonly choices: readonly GroupChoice[] | undefined;
  /** What the tickets are: someone comes with a ticket, but a gift card is for someone. */
  readonly purpose?: Details["purpose"];
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
}: TicketDetailsFor): Details => {
  const { web, configuration } = useSeller();
  const who = useStrength() === "full" ? "member" : "guest";
  const [typed, setTyped] = useState(nothing);
  const [fields, setFields] = useState(noFields);
  const [refused, setRefused] = useState<Refusals>();
  const mayAsk = asksSomething(event, choices, web.citypass ?? false);
  const { kit, failed, retry } = useKit(mayAsk);
  useSurveyReport(kit, choices);

  const asked = useMemo(
    () => kit?.detailsAsked({ choices, event, web, context: kit.reserveContext(who, membership) }) ?? nothingAsked,
    [kit, choices, event, web, who, membership],
  );
  const problems = kit?.detailProblems(asked, typed, configuration.citypass_code_groups) ?? [];
  const isChosen = choices.some(({ types }) => types.some(({ quantity }) => quantity > 0));
  const isAsked = asked.groups.length + asked.vouchers.length > 0;
  const isWaiting = mayAsk && isChosen && !kit;

  return {
    state: isWaiting ? (failed ? "failed" : "loading") : isAsked ? "ready" : "none",
    purpose,
    Fields: kit?.DetailFields,
    asked,
    typed,
    said: [
      ...problems.filter(({ field }) => fields.has(field)),
      ...(refused?.fields.map((field) => ({ field, message: { text: refused.text } })) ?? []),
    ],
    refused,
    isLacking: isWaiting || problems.length > 0,
    type: (field, change) => {
      setTyped(change);
      setRefused((before) => before && { ...before, fields: before.fields.filter((one) => one !== field) });
    },
    // A field that comes with another ticket is not blamed before it was seen.
    say: () => {
      setFields(new Set(problems.map(({ field }) => field)));
      setRefused(undefined);
    },
    retry,
    refuse: ({ code, extra, description }) => {
      const about = kit?.refusedFields(asked, code, extra as RefusedDetail) ?? [];
      if (about.length > 0) setRefused({ fields: about, text: description });
      return about.length > 0;
    },
    request: kit?.detailsRequest(asked, typed, session?.start_datetime) ?? { admits: {} },
  };
};

/** Could a ticket of this event come with a question? Seen without the rules, which are loaded only then. */
const asksSomething = (
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

const useKit = (isWanted: boolean) => {
  const [kit, setKit] = useState<Kit>();
  const [failed, setFailed] = useState(false);
  const isNeeded = isWanted && !kit && !failed;
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isOver = false;
    loadKit().then(
      (loaded) => isOver || setKit(loaded),
      (error: unknown) => {
        report(error);
        if (!isOver) setFailed(true);
      },
    );
    return () => void (isOver = true);
  }, [isNeeded]);
  return { kit, failed, retry: () => setFailed(false) };
};

/** A question that makes no sense is left out of the form; those who look after the shop hear of it. */
const useSurveyReport = (kit: Kit | undefined, choices: readonly GroupChoice[]): void => {
  const said = choices
    .flatMap(({ group }) =>
      kit && group.additional_info_spec
        ? kit
            .surveyMistakes(group.additional_info_spec)
            .map(({ path, mistake }) => `survey of group ${group.id}: ${path.join(".")} ${mistake}`)
        : [],
    )
    .join("; ");
  useEffect(() => {
    if (said !== "") report(new Error(said));
  }, [said]);
};
