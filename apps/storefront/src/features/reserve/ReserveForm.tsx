import { useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Link } from "wouter";
import type { EventReply, EventTemplate } from "@foyer/contract/catalog.ts";
import { pickerDays, type PickerDay } from "@foyer/rules/calendarDays.ts";
import { basketOf } from "@foyer/rules/choosing.ts";
import { messagesFor } from "@foyer/rules/messages.ts";
import { toWire } from "@foyer/rules/money.ts";
import { firstMissing, type Missing } from "@foyer/rules/reserveFlow.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { focusFirstError } from "../../shared/focusFirstError.ts";
import { paths } from "../../shared/paths.ts";
import { useMoney, useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useWhen } from "../../shared/when.ts";
import { DateStep } from "./DateStep.tsx";
import css from "./ReserveForm.module.css";
import { ReserveFooter } from "./ReserveFooter.tsx";
import { SessionStep } from "./SessionStep.tsx";
import { SubmitDialogs } from "./SubmitDialogs.tsx";
import { TicketDetails } from "./TicketDetails.tsx";
import { TicketStep } from "./TicketStep.tsx";
import { useLinkReserve } from "./useLinkReserve.ts";
import { useReserve, type Reserve } from "./useReserve.ts";
import { useStepFocus, type StepName } from "./useStepFocus.ts";
import { useSubmit } from "./useSubmit.ts";
import { useTicketDetails } from "./useTicketDetails.ts";
import { noticeText, useDayWords, usePricePrefix, useReserveText } from "./words.ts";

export type ReserveFormProps = {
  readonly event: EventReply;
  readonly template: EventTemplate;
  readonly cartButton?: ReactNode;
  readonly onSkip?: (() => void) | undefined;
};

const formId = "reserve";

/** Date, then time, then tickets: each step shows when the one before it is answered. */
export function ReserveForm({ event, template, cartButton, onSkip }: ReserveFormProps) {
  const t = useReserveText();
  const shared = useText(sharedStrings);
  const when = useWhen();
  const announce = useAnnounce();
  const money = useMoney();
  const { slug, default_currency_code: currency } = useSeller();
  const reserve = useReserve(event, slug);
  const { headings, goTo } = useStepFocus();
  const details = useTicketDetails({ event: template, choices: reserve.choices, session: reserve.session });
  const submitting = useSubmit({ reserve, event: template, details, onSoldOut: goTo });
  const { submit, isBusy, problem, clear } = submitting;
  const days = usePickerDays(reserve, template);
  const [missing, setMissing] = useState<Missing>();
  const form = useRef<HTMLFormElement>(null);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) said.current?.scrollIntoView({ block: "center" });
  }, [problem]);

  const { day, session, mode, choices = [], chosen, rules, act } = reserve;
  const then = { day, time: session?.local_start, chosen };
  const isFlexible = mode === "flexible";
  const basket = basketOf(choices, reserve.prices, currency);
  const total = money(toWire(basket.total, currency));
  const fees = basket.fees > 0 ? t("reserve.total.fees", { fees: money(toWire(basket.fees, currency)) }) : undefined;
  const errorAt = (step: Missing["step"]) => (missing?.step === step ? t(`reserve.missing.${step}`) : undefined);

  const change = (action: Parameters<Reserve["act"]>[0], next?: StepName) => {
    setMissing(undefined);
    clear();
    act(action);
    if (next) goTo(next);
  };
  const chooseDate = (chosenDay: string) => {
    announce(t("reserve.date.selected", { date: when.longDate(chosenDay) }));
    change({ type: "date chosen", day: chosenDay }, "session");
  };
  const lacks = firstMissing(reserve, choices, reserve.prices, currency);
  const link = useLinkReserve({
    reserve,
    lacks: lacks ?? (details.isLacking ? { step: "details" } : undefined),
    problem,
    submit,
    onLacking: (step) => (step.step === "details" ? details.say() : setMissing(step)),
  });
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isBusy) return;
    link.takeOver();
    setMissing(lacks);
    if (!lacks) details.say();
    if (lacks || details.isLacking) return requestAnimationFrame(() => focusFirstError(form.current));
    submit();
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
      <form id={formId} ref={form} className={css.form} aria-label={t("reserve.title")} noValidate onSubmit={onSubmit}>
        {(link.saysProblems ? reserve.linkProblems : []).map((found) => (
          <Banner key={found} tone="warning">
            {linkText(found, t)}
          </Banner>
        ))}
        {reserve.notice && <Banner tone="warning">{noticeText(reserve.notice, t, when)}</Banner>}
        {reserve.failed && <Banner tone="error">{shared("error.wrong")}</Banner>}
        {reserve.days?.length === 0 && !isFlexible ? (
          <Banner tone="warning">{t("event.unavailable")}</Banner>
        ) : (
          <DateStep
            days={days}
            day={day}
            mode={mode}
            hasFlexible={reserve.hasFlexible}
            headingRef={headings.date}
            error={errorAt("date")}
            messages={[
              ...(day ? messagesFor(rules, "date_message", { day, chosen }) : []),
              ...(template.config.price_display?.message ? [template.config.price_display.message] : []),
            ]}
            onChoose={chooseDate}
            onFlexible={() => change({ type: "flexible chosen" }, "tickets")}
            onReopen={() => change({ type: "dates opened" }, "date")}
          />
        )}
        {day !== undefined && (
          <SessionStep
            key={day}
            event={template}
            rules={rules}
            sessions={reserve.sessions}
            session={session}
            headingRef={headings.session}
            error={errorAt("session")}
            messages={[
              ...(session ? messagesFor(rules, "session_message", then) : []),
              ...(reserve.conflict ? [t("reserve.time.conflict", { name: reserve.conflict })] : []),
            ]}
            onChoose={(one) => change({ type: "session chosen", day, session: one.id }, "tickets")}
            onReopen={() => change({ type: "sessions opened", day }, "session")}
          />
        )}
        {(session !== undefined || isFlexible) && (
          <TicketStep
            choices={reserve.choices}
            prices={reserve.prices}
            headingRef={headings.tickets}
            error={errorAt("tickets")}
            wasSent={missing?.step === "price"}
            messages={messagesFor(rules, "quantity_message", then)}
            onQuantity={(id, quantity) => {
              if (missing?.step === "tickets") setMissing(undefined);
              clear();
              reserve.choose(id, quantity);
            }}
            onPrice={(id, price) => act({ type: "price typed", ticket_type_id: id, price })}
          />
        )}
        <TicketDetails details={details} />
        <div ref={said}>
          {problem && !link.isSilent && (
            <Banner
              tone={problem.kind === "expected" ? "warning" : "error"}
              action={problem.kind === "unexpected" && <Link href={paths.home()}>{t("reserve.continue")}</Link>}
            >
              {problem.text}
            </Banner>
          )}
        </div>
        <div className={css.end}>
          <p className={css.total}>
            <span>{t("reserve.total")}</span> <output className={css.sum}>{total}</output>
            {fees && <span className={css.fees}>{fees}</span>}
          </p>
          <Button kind="primary" type="submit" busy={isBusy}>
            {t("reserve.submit")}
          </Button>
        </div>
      </form>
      <SubmitDialogs submitting={submitting} choices={choices} />
      <ReserveFooter form={formId} total={total} fees={fees} isBusy={isBusy} cartButton={cartButton} onSkip={onSkip} />
    </>
  );
}

const linkText = (problem: Reserve["linkProblems"][number], t: ReturnType<typeof useReserveText>): string =>
  t(problem === "unavailable_on_date" ? "reserve.date_unavailable" : `reserve.${problem}`);

const usePickerDays = ({ days, rules }: Reserve, { config }: EventTemplate): readonly PickerDay[] | undefined => {
  const words = useDayWords();
  const { web } = useSeller();
  const pricePrefix = usePricePrefix(
    config,
    days?.flatMap((day) => (day.min_price === null ? [] : [day.min_price])) ?? [],
  );
  return useMemo(
    () =>
      days &&
      pickerDays(days, {
        rules,
        price_display: web.price_display,
        pricePrefix,
        threshold: web.show_remaining_session_capacity_threshold,
        words,
      }),
    [days, rules, web, pricePrefix, words],
  );
};
