import { useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { toWire } from "@foyer/rules/money.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { paths } from "../../shared/paths.ts";
import { useMoney, useSeller } from "../../shared/seller.tsx";
import { AmountChoice } from "./AmountChoice.tsx";
import { ProblemSaid } from "./ProblemSaid.tsx";
import { ReserveEnd } from "./ReserveEnd.tsx";
import { ReserveFooter } from "./ReserveFooter.tsx";
import css from "./ReserveForm.module.css";
import type { ReserveFormProps } from "./ReserveForm.tsx";
import { errorOf, Step } from "./Step.tsx";
import { SubmitDialogs } from "./SubmitDialogs.tsx";
import { TicketDetails } from "./TicketDetails.tsx";
import { useLeadToError } from "./useLeadToError.ts";
import { useOneTicket } from "./useOneTicket.ts";
import { fetchSending, useSubmit } from "./useSubmit.ts";
import { useSendOnceReady } from "./useSendOnceReady.ts";
import { useTicketDetails } from "./useTicketDetails.ts";
import { useLaterText } from "./useLaterText.ts";

const formId = "reserve";
const nothingToDo = () => undefined;

/** A donation or a gift card: an amount, perhaps whom it is for, and into the cart. */
export function OneTicketForm({ event, template, cartButton, onSkip }: ReserveFormProps) {
  const t = useLaterText();
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  const { kind, isGone, choices, chosen, choose, prices, missing, basket } = useOneTicket(event);
  const details = useTicketDetails({ event: template, choices, purpose: kind });
  const submitting = useSubmit({
    reserve: {
      day: undefined,
      session: undefined,
      choices,
      prices,
      isAnchored: false,
      act: nothingToDo,
    },
    event: template,
    details,
    done: t(`one_ticket.${kind}.done`),
  });
  const { submit, isBusy, problem, clear } = submitting;
  const [said, setSaid] = useState<typeof missing>();
  const form = useRef<HTMLFormElement>(null);

  const leadToError = useLeadToError(() => form.current);
  const send = () => {
    details.say();
    if (details.isLacking) return leadToError();
    submit();
  };
  const once = useSendOnceReady(details, send);
  const isHeld = isBusy || once.isWaiting;
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isHeld) return;
    setSaid(missing);
    if (missing) return leadToError();
    once.submit();
  };

  if (isGone)
    return (
      <Banner tone="warning" action={<Link href={paths.events()}>{t("event.back")}</Link>}>
        {t("event.unavailable")}
      </Banner>
    );
  const total = money(toWire(basket.total, currency));
  const fees = basket.fees > 0 ? t("reserve.total.fees", { fees: money(toWire(basket.fees, currency)) }) : undefined;
  const label = t(`one_ticket.${kind}.choose`);
  const isMissing = said === "amount" && missing === "amount";
  return (
    <>
      <form
        id={formId}
        ref={form}
        className={css.form}
        aria-label={label}
        noValidate
        onSubmit={onSubmit}
        onPointerEnter={fetchSending}
        onFocus={fetchSending}
      >
        <Step name="amount" heading={label} error={isMissing ? t(`one_ticket.${kind}.missing`) : undefined}>
          <AmountChoice
            label={label}
            choices={choices}
            chosen={chosen}
            isInvalid={isMissing}
            describedBy={isMissing ? errorOf("amount") : undefined}
            isPriceWrong={missing === "price"}
            wasSent={said === "price"}
            onChoose={(next) => {
              clear();
              once.forget();
              choose(next);
            }}
          />
        </Step>
        <TicketDetails details={details} />
        <ReserveEnd
          said={problem && <ProblemSaid problem={problem} />}
          total={total}
          fees={fees}
          isBusy={isHeld}
          submit={t("one_ticket.submit")}
        />
      </form>
      <SubmitDialogs submitting={submitting} choices={choices} />
      <ReserveFooter
        form={formId}
        submit={t("one_ticket.submit")}
        total={total}
        fees={fees}
        isBusy={isHeld}
        cartButton={cartButton}
        onSkip={onSkip}
      />
    </>
  );
}
