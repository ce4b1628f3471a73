import { useQueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Link } from "wouter";
import type { EventReply, EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { forgetRemovedTickets } from "../../../shared/storage/usualTickets.ts";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { Form } from "../../../shared/form/Form.tsx";
import type { EventLink } from "../queries/eventKeys.ts";
import { lazyTicketSteps } from "./lazyTicketSteps.ts";
import type { ReserveFormState, FormFrame } from "./reserveFormState.ts";
import { FormProblemBanner } from "../../../shared/form/problems/FormProblemBanner.tsx";
import { FormFooter } from "../../../shared/form/FormFooter.tsx";
import { SkipButton } from "../../../shared/form/SkipButton.tsx";
import { SubmitDialogs } from "../submit/SubmitDialogs.tsx";
import { prefetchSubmit, useSubmit } from "../submit/useSubmit.ts";
import { noticeText, useReserveText } from "../text/useReserveText.ts";
import type { StepName } from "./useStepFocus.ts";
import { useReserveSummary } from "./useReserveSummary.ts";
import { useReserveSubmission, reserveFormId, type ReserveSubmissionOptions } from "./useReserveSubmission.ts";

export type ReserveFrameProps = Omit<ReserveSubmissionOptions, "submitting" | "isLoading"> & {
  readonly event: EventReply;
  readonly template: EventTemplate;
  readonly act: ReserveFormState["act"];
  readonly goTo: (step: StepName) => void;
  /** The form cannot be submitted while days or sessions are being loaded. */
  readonly isLoading?: boolean;
  /** The price depends on a time that is not chosen yet. */
  readonly isPricePending?: boolean;
  readonly cartButton?: ReactNode;
  readonly onSkip?: (() => void) | undefined;
  readonly children: (frame: FormFrame) => ReactNode;
};

/**
 * The frame of every reserve form: messages above and below the steps, and the bottom bar on phones. The selection goes to
 * the panel on desktops.
 */
export function ReserveFrame({
  event,
  reserve,
  act,
  template,
  details,
  seats,
  goTo,
  isLoading = false,
  isPricePending = false,
  onFind,
  cartButton,
  onSkip,
  children,
}: ReserveFrameProps) {
  const t = useReserveText();
  const when = useDateFormats();
  const submitting = useSubmit({ reserve: { ...reserve, act }, event: template, details, seats, onSoldOut: goTo });
  const { link, frame, isBlocked, onSubmit, missing } = useReserveSubmission({
    reserve,
    submitting,
    details,
    seats,
    isLoading,
    onFind,
  });
  const { problem } = submitting;
  useForgetRemovedTickets(event, reserve.eventLink);
  const summary = useReserveSummary({
    event,
    template,
    reserve,
    missing,
    isBusy: isBlocked,
    isPricePending,
    seatsByType: seats.seatsByType,
  });

  const notice = reserve.notice && noticeText(reserve.notice, t, when);
  const linkMessages = [
    ...reserve.linkProblems.map((found) => linkProblemText(found, t)),
    ...(notice === undefined ? [] : [notice]),
  ];
  if (link.isRefused)
    return (
      <Banner tone="warning" action={<Link href={paths.allEvents()}>{t("event.back")}</Link>}>
        {problem?.text ?? linkMessages[0] ?? t("event.unavailable")}
      </Banner>
    );
  return (
    <>
      <Form
        id={reserveFormId}
        aria-label={t("reserve.title")}
        data-seating={seats.selector !== "closed" || undefined}
        onSubmit={onSubmit}
        // Loads the code of the next steps when the form gets the pointer or focus.
        onPointerEnter={prefetchNextSteps}
        onFocus={prefetchNextSteps}
      >
        {link.shownProblems.map((found) => (
          <Banner key={found} tone="warning">
            {linkProblemText(found, t)}
          </Banner>
        ))}
        {/* Hidden once a refusal says the same beside the button. */}
        {notice !== undefined && notice !== problem?.text && <Banner tone="warning">{notice}</Banner>}
        {reserve.hasFailed && <LoadFailure />}
        {children(frame)}
        {problem && !link.isSilent && <FormProblemBanner problem={problem} />}
      </Form>
      <SubmitDialogs submitting={submitting} choices={reserve.choices ?? []} />
      <FormFooter
        form={reserveFormId}
        {...summary}
        isBusy={isBlocked}
        cartButton={cartButton}
        skip={onSkip && <SkipButton onSkip={onSkip} />}
      />
    </>
  );
}

/**
 * Forgets saved ticket types that the event no longer sells. Not with a link to certain ticket groups, which does not show
 * all types.
 */
const useForgetRemovedTickets = (event: EventReply, { slug, event_template_id, tg }: EventLink): void => {
  const types = event.ticket_type?._data;
  const isWhole = tg.length === 0;
  useEffect(() => {
    if (types && isWhole) forgetRemovedTickets(slug, event_template_id, new Set(types.map(({ id }) => id)));
  }, [slug, event_template_id, isWhole, types]);
};

/** Loads the code of the later steps and of the submission. */
export const prefetchNextSteps = (): void => {
  void lazyTicketSteps.load().catch(() => undefined);
  prefetchSubmit();
};

const linkProblemText = (
  problem: ReserveFormState["linkProblems"][number],
  t: ReturnType<typeof useReserveText>,
): string => t(problem === "unavailable_on_date" ? "reserve.date_unavailable" : `reserve.${problem}`);

/** Requests everything that failed to load again. */
function LoadFailure() {
  const t = useReserveText();
  const shared = useText(sharedStrings);
  const client = useQueryClient();
  const retry = () => client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
  return (
    <Banner
      tone="error"
      action={
        <Button kind="text" onClick={() => void retry()}>
          {t("reserve.details.retry")}
        </Button>
      }
    >
      {shared("error.wrong")}
    </Banner>
  );
}
