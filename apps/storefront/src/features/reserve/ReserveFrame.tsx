import { useState, type FormEvent, type ReactNode } from "react";
import { Link } from "wouter";
import type { EventTemplate } from "@foyer/contract/catalog.ts";
import { toWire } from "@foyer/rules/money.ts";
import type { Missing } from "@foyer/rules/reserveFlow.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { paths } from "../../shared/paths.ts";
import { useMoney, useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useWhen } from "../../shared/when.ts";
import css from "./ReserveForm.module.css";
import { afterDatePart } from "./parts.ts";
import { ProblemSaid } from "./ProblemSaid.tsx";
import { ReserveEnd } from "./ReserveEnd.tsx";
import { ReserveFooter } from "./ReserveFooter.tsx";
import { useLeadToError } from "./useLeadToError.ts";
import { useLinkReserve } from "./useLinkReserve.ts";
import { useSendOnceReady } from "./useSendOnceReady.ts";
import type { Reserve } from "./useReserve.ts";
import type { StepName } from "./useStepFocus.ts";
import { SubmitDialogs } from "./SubmitDialogs.tsx";
import { fetchSending, useSubmit } from "./useSubmit.ts";
import type { Seats } from "./useSeats.ts";
import type { Details } from "./useTicketDetails.ts";
import { noticeText, useReserveText } from "./words.ts";

const formId = "reserve";
const noBasket = { total: 0, fees: 0 };

/** What the frame tells the steps within. */
export type Frame = {
  /** The form was sent: this is what it lacks at a step. */
  readonly errorAt: (step: StepName | "seats") => string | undefined;
  readonly isPriceWrong: boolean;
  /** Something changes: what was said of the attempt before is over. */
  readonly touch: () => void;
  /** Says what is missing, and leads there. */
  readonly complain: (missing: Missing) => void;
};

export type ReserveFrameProps = {
  readonly reserve: Omit<Reserve, "act">;
  readonly act: Reserve["act"];
  readonly template: EventTemplate;
  /** What goes with the tickets. */
  readonly details: Details;
  readonly seats: Seats;
  readonly goTo: (step: StepName) => void;
  /** Days or sessions are being loaded that the form needs: it cannot be sent. */
  readonly isLooking?: boolean;
  /** Another button comes first. */
  readonly isLater?: boolean;
  /** What it costs depends on a time that is still to be chosen. */
  readonly isPriceOpen?: boolean;
  readonly cartButton?: ReactNode;
  readonly onSkip?: (() => void) | undefined;
  readonly children: (frame: Frame) => ReactNode;
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
  isLater = false,
  isPriceOpen = false,
  cartButton,
  onSkip,
  children,
}: ReserveFrameProps) {
  const t = useReserveText();
  const shared = useText(sharedStrings);
  const when = useWhen();
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  const submitting = useSubmit({ reserve: { ...reserve, act }, event: template, details, seats, onSoldOut: goTo });
  const { submit, isBusy, problem, clear } = submitting;
  const [missing, setMissing] = useState<Missing>();

  const { basket = noBasket } = reserve;
  const total = isPriceOpen ? "–" : money(toWire(basket.total, currency));
  const fees =
    basket.fees > 0 && !isPriceOpen
      ? t("reserve.total.fees", { fees: money(toWire(basket.fees, currency)) })
      : undefined;

  const leadToError = useLeadToError(() => document.getElementById(formId));
  const complain = (lacks: Missing) => {
    setMissing(lacks);
    leadToError();
  };
  const lacks = reserve.missing ?? (seats.missing && ({ step: "seats" } as const));
  const link = useLinkReserve({
    reserve,
    lacks: lacks ?? (details.isLacking ? { step: "details" } : undefined),
    problem,
    submit,
    onLacking: (step) => (step.step === "details" ? details.say() : setMissing(step)),
  });
  const send = () => {
    if (lacks) return complain(lacks);
    details.say();
    if (details.isLacking) return leadToError();
    submit();
  };
  const once = useSendOnceReady(details, send);
  const isHeld = isBusy || isLooking || once.isWaiting;
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isHeld) return;
    link.takeOver();
    setMissing(lacks);
    if (lacks) return complain(lacks);
    once.submit();
  };
  const frame: Frame = {
    errorAt: (step) => {
      if (missing?.step === step && seats.missing?.step === step) return seats.missing.text;
      if (step === "seats") return undefined;
      if (missing?.step === "find" && step === "tickets") return t("reserve.missing.find");
      return missing?.step === step ? t(`reserve.missing.${step}`) : undefined;
    },
    isPriceWrong: missing?.step === "price",
    touch: () => {
      setMissing(undefined);
      clear();
      once.forget();
    },
    complain,
  };

  const saidOfLink = [
    ...reserve.linkProblems.map((found) => linkText(found, t)),
    ...(reserve.notice ? [noticeText(reserve.notice, t, when)] : []),
  ];
  if (link.isRefused)
    return (
      <Banner tone="warning" action={<Link href={paths.events()}>{t("event.back")}</Link>}>
        {problem?.text ?? saidOfLink[0] ?? t("event.unavailable")}
      </Banner>
    );
  return (
    <>
      <form
        id={formId}
        className={css.form}
        aria-label={t("reserve.title")}
        noValidate
        data-seating={seats.selector !== "closed" || undefined}
        onSubmit={onSubmit}
        // A hand on the form: what comes after the first step is fetched before it is asked for.
        onPointerEnter={fetchLater}
        onFocus={fetchLater}
      >
        {(link.saysProblems ? reserve.linkProblems : []).map((found) => (
          <Banner key={found} tone="warning">
            {linkText(found, t)}
          </Banner>
        ))}
        {reserve.notice && <Banner tone="warning">{noticeText(reserve.notice, t, when)}</Banner>}
        {reserve.failed && <Banner tone="error">{shared("error.wrong")}</Banner>}
        {children(frame)}
        <ReserveEnd
          said={problem && !link.isSilent && <ProblemSaid problem={problem} />}
          total={total}
          fees={fees}
          isBusy={isHeld}
          isLater={isLater}
          submit={t("reserve.submit")}
        />
      </form>
      <SubmitDialogs submitting={submitting} choices={reserve.choices ?? []} />
      <ReserveFooter
        form={formId}
        total={total}
        fees={fees}
        isBusy={isHeld}
        isLater={isLater}
        cartButton={cartButton}
        onSkip={onSkip}
      />
    </>
  );
}

/** What follows the first step, and sending. */
export const fetchLater = (): void => {
  void afterDatePart.load().catch(() => undefined);
  fetchSending();
};

const linkText = (problem: Reserve["linkProblems"][number], t: ReturnType<typeof useReserveText>): string =>
  t(problem === "unavailable_on_date" ? "reserve.date_unavailable" : `reserve.${problem}`);
