import { messagesFor } from "@foyer/rules/messages.ts";
import { missingTickets } from "@foyer/rules/reserveMissing.ts";
import type { QuantityFirstAction } from "@foyer/rules/quantityFirst.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { useSeller } from "../../shared/seller.tsx";
import { DateAndTime } from "./DateAndTime.tsx";
import css from "./ReserveForm.module.css";
import type { ReserveFormProps } from "./ReserveForm.tsx";
import { ReserveFrame, type Frame } from "./ReserveFrame.tsx";
import { RenewalNote } from "./RenewalNote.tsx";
import { SeatStep } from "./SeatStep.tsx";
import { TicketDetails } from "./TicketDetails.tsx";
import { TicketStep } from "./AfterDate.tsx";
import { usePickerDays } from "./usePickerDays.ts";
import { useQuantityFirst } from "./useQuantityFirst.ts";
import { useSeats } from "./useSeats.ts";
import { useTicketDetails } from "./useTicketDetails.ts";
import { useStepFocus, type StepName } from "./useStepFocus.ts";
import { useLaterText } from "./useLaterText.ts";

/** Tickets, then the dates on which all of them can be had, then the times of one: at the price of all together. */
export function QuantityFirstForm({ event, template, cartButton, onSkip }: ReserveFormProps) {
  const t = useLaterText();
  const announce = useAnnounce();
  const { slug, default_currency_code: currency } = useSeller();
  const reserve = useQuantityFirst(event, slug);
  const { headings, goTo } = useStepFocus();
  const details = useTicketDetails({ event: template, choices: reserve.choices, session: reserve.session });
  const seats = useSeats({ at: reserve.at, choices: reserve.choices, session: reserve.session });
  const days = usePickerDays(reserve, template, { isBasket: true });
  const { mode, day, session, choices = [], chosen, rules, isFound, isLooking, act } = reserve;
  const isFlexible = mode === "flexible";
  const hasAnswered = isFlexible || session !== undefined;
  const then = { day, time: session?.local_start, chosen };

  const changeIn = (frame: Frame) => (action: QuantityFirstAction, next: StepName) => {
    frame.touch();
    act(action);
    goTo(next);
  };
  const findIn = (frame: Frame) => {
    frame.touch();
    const missing = missingTickets(choices, reserve.prices, currency);
    if (missing) return frame.complain(missing);
    announce(t("reserve.tickets.finding"));
    reserve.find();
    goTo("date");
  };

  return (
    <ReserveFrame
      {...{ reserve, act, template, details, seats, goTo, isLooking, cartButton, onSkip }}
      isLater={!isFlexible && !isFound}
      isPriceOpen={!isFlexible && isFound && session === undefined}
    >
      {(frame) => (
        <>
          <TicketStep
            choices={reserve.choices}
            prices={reserve.prices}
            headingRef={headings.tickets}
            error={frame.errorAt("tickets")}
            wasSent={frame.isPriceWrong}
            chosen={
              isFound ? chosen.map(({ quantity, type_name }) => `${quantity} × ${type_name}`).join(", ") : undefined
            }
            onReopen={() => changeIn(frame)({ type: "tickets opened" }, "tickets")}
            messages={messagesFor(rules, "quantity_message", then)}
            onQuantity={(id, quantity) => {
              frame.touch();
              reserve.choose(id, quantity);
            }}
            onPrice={(id, price) => act({ type: "price typed", ticket_type_id: id, price })}
            ways={
              reserve.hasDated && (
                <div className={css.ways}>
                  {!isFlexible && (
                    <Button kind="primary" onClick={() => findIn(frame)}>
                      {t("reserve.tickets.find")}
                    </Button>
                  )}
                  {reserve.hasFlexible && !isFlexible && (
                    <Button onClick={() => changeIn(frame)({ type: "flexible chosen" }, "tickets")}>
                      {t("reserve.date.flexible")}
                    </Button>
                  )}
                  {isFlexible && (
                    <Button onClick={() => changeIn(frame)({ type: "dates opened" }, "tickets")}>
                      {t("reserve.date.choose")}
                    </Button>
                  )}
                </div>
              )
            }
          />
          {isFound && reserve.days?.every(({ status }) => status !== "available") && (
            <Banner tone="warning">{t("reserve.tickets.none")}</Banner>
          )}
          {isFound && reserve.days?.length !== 0 && (
            <DateAndTime
              {...{ template, reserve, act, days, frame, headings, goTo }}
              hasFlexible={false}
              afterTime="session"
            />
          )}
          <RenewalNote event={event} day={day} />
          {hasAnswered && (
            <TicketDetails details={details} seats={<SeatStep seats={seats} error={frame.errorAt("seats")} />} />
          )}
        </>
      )}
    </ReserveFrame>
  );
}
