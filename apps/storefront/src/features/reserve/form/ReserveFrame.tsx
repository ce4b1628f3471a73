import { useState, type FormEvent, type ReactNode } from "react";
import { Link } from "wouter";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { MissingStep } from "@foyer/rules/reserve/reserveState.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { Form } from "../../../shared/form/Form.tsx";
import { lazyTicketSteps } from "./lazyTicketSteps.ts";
import type { ReserveFormState, FormFrame } from "./reserveFormState.ts";
import type { SeatSelectionState } from "../seats/seatSelection.ts";
import type { TicketDetailsState } from "../details/detailsState.ts";
import { FormProblemBanner } from "../../../shared/form/FormProblemBanner.tsx";
import { FormSummary } from "../../../shared/form/FormSummary.tsx";
import { FormFooter } from "../../../shared/form/FormFooter.tsx";
import { useFocusFirstError } from "../../../shared/form/useFocusFirstError.ts";
import { useReserveFromLink } from "./useReserveFromLink.ts";
import { useSubmitWhenReady } from "../../../shared/form/useSubmitWhenReady.ts";
import type { StepName } from "./useStepFocus.ts";
import { SubmitDialogs } from "../submit/SubmitDialogs.tsx";
import { prefetchSubmit, useSubmit } from "../submit/useSubmit.ts";
import { noticeText, useReserveText } from "../text/useReserveText.ts";

const formId = "reserve";
const emptyBasket = { total: 0, fees: 0 };

export type ReserveFrameProps = {
  readonly reserve: Omit<ReserveFormState, "act">;
  readonly act: ReserveFormState["act"];
  readonly template: EventTemplate;
  /** What goes with the tickets. */
  readonly details: TicketDetailsState;
  readonly seats: SeatSelectionState;
  readonly goTo: (step: StepName) => void;
  /** Days or sessions are being loaded that the form needs: it cannot be sent. */
  readonly isLooking?: boolean;
  /** Another button comes first. */
  readonly isSecondary?: boolean;
  /** What it costs depends on a time that is still to be chosen. */
  readonly isPricePending?: boolean;
  readonly cartButton?: ReactNode;
  readonly onSkip?: (() => void) | undefined;
  readonly children: (frame: FormFrame) => ReactNode;
};

/** Around every form that reserves: what went wrong above and below it, the total, the button, a phone's footer. */
export function ReserveFrame({
  reserve,
  act,
  template,
  details,
  seats,
  goTo,
  isLooking = false,
  isSecondary = false,
  isPricePending = false,
  cartButton,
  onSkip,
  children,
}: ReserveFrameProps) {
  const t = useReserveText();
  const shared = useText(sharedStrings);
  const when = useDateFormats();
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  const submitting = useSubmit({ reserve: { ...reserve, act }, event: template, details, seats, onSoldOut: goTo });
  const { submit, isBusy, problem, clear } = submitting;
  const [missing, setMissing] = useState<MissingStep>();

  const { basket = emptyBasket } = reserve;
  const total = isPricePending ? "–" : money(toDecimal(basket.total, currency));
  const fees =
    basket.fees > 0 && !isPricePending
      ? t("reserve.total.fees", { fees: money(toDecimal(basket.fees, currency)) })
      : undefined;

  const focusError = useFocusFirstError(() => document.getElementById(formId));
  const complain = (lacks: MissingStep) => {
    setMissing(lacks);
    focusError();
  };
  const lacks = reserve.missing ?? (seats.missing && ({ step: "seats" } as const));
  const link = useReserveFromLink({
    reserve,
    missing: lacks ?? (details.isIncomplete ? { step: "details" } : undefined),
    problem,
    submit,
    onMissing: (step) => (step.step === "details" ? details.showProblems() : setMissing(step)),
  });
  const send = () => {
    if (lacks) return complain(lacks);
    details.showProblems();
    if (details.isIncomplete) return focusError();
    submit();
  };
  const deferred = useSubmitWhenReady(details, send);
  const isBlocked = isBusy || isLooking || deferred.isWaiting;
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isBlocked) return;
    link.takeOver();
    setMissing(lacks);
    if (lacks) return complain(lacks);
    deferred.submit();
  };
  const frame: FormFrame = {
    errorAt: (step) => {
      if (missing?.step === step && seats.missing?.step === step) return seats.missing.text;
      if (step === "seats") return undefined;
      if (missing?.step === "find" && step === "tickets") return t("reserve.missing.find");
      return missing?.step === step ? t(`reserve.missing.${step}`) : undefined;
    },
    isPriceInvalid: missing?.step === "price",
    clearErrors: () => {
      setMissing(undefined);
      clear();
      deferred.forget();
    },
    showMissing: complain,
  };

  const linkMessages = [
    ...reserve.linkProblems.map((found) => linkProblemText(found, t)),
    ...(reserve.notice ? [noticeText(reserve.notice, t, when)] : []),
  ];
  if (link.isRefused)
    return (
      <Banner tone="warning" action={<Link href={paths.events()}>{t("event.back")}</Link>}>
        {problem?.text ?? linkMessages[0] ?? t("event.unavailable")}
      </Banner>
    );
  return (
    <>
      <Form
        id={formId}
        aria-label={t("reserve.title")}
        data-seating={seats.selector !== "closed" || undefined}
        onSubmit={onSubmit}
        // A hand on the form: what comes after the first step is fetched before it is asked for.
        onPointerEnter={prefetchNextSteps}
        onFocus={prefetchNextSteps}
      >
        {(link.saysProblems ? reserve.linkProblems : []).map((found) => (
          <Banner key={found} tone="warning">
            {linkProblemText(found, t)}
          </Banner>
        ))}
        {reserve.notice && <Banner tone="warning">{noticeText(reserve.notice, t, when)}</Banner>}
        {reserve.hasFailed && <Banner tone="error">{shared("error.wrong")}</Banner>}
        {children(frame)}
        <FormSummary
          problem={problem && !link.isSilent && <FormProblemBanner problem={problem} />}
          total={total}
          fees={fees}
          isBusy={isBlocked}
          isSecondary={isSecondary}
          submit={t("reserve.submit")}
        />
      </Form>
      <SubmitDialogs submitting={submitting} choices={reserve.choices ?? []} />
      <FormFooter
        form={formId}
        total={total}
        fees={fees}
        isBusy={isBlocked}
        isSecondary={isSecondary}
        cartButton={cartButton}
        onSkip={onSkip}
      />
    </>
  );
}

/** What follows the first step, and sending. */
export const prefetchNextSteps = (): void => {
  void lazyTicketSteps.load().catch(() => undefined);
  prefetchSubmit();
};

const linkProblemText = (
  problem: ReserveFormState["linkProblems"][number],
  t: ReturnType<typeof useReserveText>,
): string => t(problem === "unavailable_on_date" ? "reserve.date_unavailable" : `reserve.${problem}`);
