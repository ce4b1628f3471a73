import { Link } from "wouter";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { cancelStrings } from "../aftersale.strings.ts";
import { StepActions } from "../StepActions.tsx";
import { isGiftCardMeans } from "@foyer/rules/aftersale/giftCardMeans.ts";
import css from "./Cancel.module.css";
import { FreedVouchers } from "./FreedVouchers.tsx";
import { isPositiveAmount } from "./orderVisits.ts";
import { QuoteReceipt } from "./QuoteReceipt.tsx";
import { StepHeading } from "./StepHeading.tsx";
import { TicketLabels } from "./TicketLabels.tsx";
import type { DoneStep } from "./useCancellation.ts";
import { venueCancelledStrings } from "./venueCancelled.strings.ts";

export type CancelledTicketsProps = {
  readonly done: DoneStep;
  readonly hasRest: boolean;
  readonly isByVenue?: boolean;
};

/** The cancelled tickets, what is refunded and when it arrives, and what to do next. */
export function CancelledTickets({ done: { quote, visits }, hasRest, isByVenue = false }: CancelledTicketsProps) {
  const t = useText(cancelStrings);
  const venue = useText(venueCancelledStrings);
  const goesToBank = quote.refunds.some(({ means }) => means === null || !isGiftCardMeans(means));
  const goesToGiftCard = quote.refunds.some(({ means }) => means !== null && isGiftCardMeans(means));
  return (
    <div className={css.step}>
      <div className={css.done}>
        <Icon name="check" />
        <StepHeading>
          {isByVenue
            ? venue(isPositiveAmount(quote.refund) ? "venue_cancelled.done" : "venue_cancelled.done.card")
            : t("cancel.done", { count: quote.tickets.length })}
        </StepHeading>
      </div>
      <TicketLabels
        className={css.muted}
        tickets={visits.flatMap(({ name, tickets }) => tickets.map((ticket) => ({ ...ticket, event: name })))}
      />
      <QuoteReceipt quote={quote} />
      <FreedVouchers vouchers={quote.freed_vouchers} />
      <p>
        {[
          goesToBank && t("cancel.done.arrives"),
          goesToGiftCard && t("cancel.done.gift_card_back"),
          !isByVenue && t("cancel.done.codes"),
          t("cancel.done.email"),
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      <StepActions>
        {hasRest && (
          <a href="#order-visits" {...buttonAttributes({ kind: "quiet" })}>
            {t("cancel.done.rest")}
          </a>
        )}
        <Link href={paths.events()} {...buttonAttributes({ kind: "quiet" })}>
          {t("cancel.done.events")}
        </Link>
      </StepActions>
    </div>
  );
}
