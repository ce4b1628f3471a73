import { messagesFor } from "@foyer/rules/catalog/messageRules.ts";
import { missingTicketStep } from "@foyer/rules/reserve/missingStep.ts";
import type { QuantityFirstAction } from "@foyer/rules/reserve/quantityFirst.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { DateAndSessionSteps } from "../date/DateAndSessionSteps.tsx";
import css from "./QuantityFirstForm.module.css";
import type { ReserveFormProps } from "./reserveFormProps.ts";
import type { FormFrame } from "./reserveFormState.ts";
import { ReserveFrame } from "./ReserveFrame.tsx";
import { LazyRenewalBanner } from "../members/LazyRenewalBanner.tsx";
import { SeatStep } from "../seats/SeatStep.tsx";
import { TicketDetails } from "../details/TicketDetails.tsx";
import { LazyTicketStep } from "./LazySteps.tsx";
import { usePickerDays } from "../date/usePickerDays.ts";
import { useQuantityFirst } from "./useQuantityFirst.ts";
import { useSeatSelection } from "../seats/useSeatSelection.ts";
import { useTicketDetails } from "../details/useTicketDetails.ts";
import { useStepFocus, type StepName } from "./useStepFocus.ts";
import { useDeferredText } from "../text/useDeferredText.ts";

/**
 * Tickets, then the dates on which all of them are available, then the times of a date, at the price of the selection.
 */
export function QuantityFirstForm({ event, template, cartButton, onSkip }: ReserveFormProps) {
  const t = useDeferredText();
  const announce = useAnnounce();
  const { slug, default_currency_code: currency } = useSeller();
  const reserve = useQuantityFirst(event, slug);
  const { headings, goTo } = useStepFocus();
  const details = useTicketDetails({ event: template, choices: reserve.choices, session: reserve.session });
  const seats = useSeatSelection({ eventLink: reserve.eventLink, choices: reserve.choices, session: reserve.session });
  const days = usePickerDays(reserve, template, { isBasket: true });
  const { mode, day, session, choices = [], chosen, rules, isFound, isLoading, act } = reserve;
  const isFlexible = mode === "flexible";
  const hasChosenTime = isFlexible || session !== undefined;
  const selection = { day, time: session?.local_start, chosen };

  const changeWith = (frame: FormFrame) => (action: QuantityFirstAction, next: StepName) => {
    frame.clearErrors();
    act(action);
    goTo(next);
  };
  const searchWith = (frame: FormFrame): void => {
    frame.clearErrors();
    const missing = missingTicketStep(choices, reserve.prices, currency);
    if (missing) return frame.showMissing(missing);
    announce(t("reserve.tickets.finding"));
    reserve.search();
    goTo("date");
  };

  return (
    <ReserveFrame
      {...{ event, reserve, act, template, details, seats, goTo, isLoading, cartButton, onSkip }}
      onFind={searchWith}
      isPricePending={!isFlexible && isFound && session === undefined}
    >
      {(frame) => (
        <>
          <LazyTicketStep
            choices={reserve.choices}
            prices={reserve.prices}
            headingRef={headings.tickets}
            error={frame.errorAt("tickets")}
            isSubmitted={frame.isPriceInvalid}
            chosen={
              isFound ? chosen.map(({ quantity, type_name }) => `${quantity} × ${type_name}`).join(", ") : undefined
            }
            onReopen={() => changeWith(frame)({ type: "tickets opened" }, "tickets")}
            messages={messagesFor(rules, "quantity_message", selection)}
            onQuantity={(id, quantity) => {
              frame.clearErrors();
              reserve.choose(id, quantity);
            }}
            onPrice={(id, price) => act({ type: "price typed", ticket_type_id: id, price })}
            actions={
              reserve.hasDated && (
                <div className={css.actions}>
                  {!isFlexible && <Button onClick={() => searchWith(frame)}>{t("reserve.tickets.find")}</Button>}
                  {reserve.hasFlexible && !isFlexible && (
                    <Button onClick={() => changeWith(frame)({ type: "flexible chosen" }, "tickets")}>
                      {t("reserve.date.flexible")}
                    </Button>
                  )}
                  {isFlexible && (
                    <Button onClick={() => changeWith(frame)({ type: "dates opened" }, "tickets")}>
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
            <DateAndSessionSteps
              {...{ template, reserve, act, days, frame, headings, goTo }}
              hasFlexible={false}
              afterTime="session"
            />
          )}
          <LazyRenewalBanner event={event} day={day} />
          {hasChosenTime && (
            <TicketDetails details={details} seats={<SeatStep seats={seats} error={frame.errorAt("seats")} />} />
          )}
        </>
      )}
    </ReserveFrame>
  );
}
