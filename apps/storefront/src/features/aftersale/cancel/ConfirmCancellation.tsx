import type { Reply } from "@foyer/contract/endpoint.ts";
import type { CancellationQuote, getOrderActions } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { useMoney, useText } from "../../../shared/seller/seller.tsx";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import { cancelStrings } from "../aftersale.strings.ts";
import { StepActions } from "../StepActions.tsx";
import css from "./Cancel.module.css";
import { FreedVouchers } from "./FreedVouchers.tsx";
import { isPositiveAmount, typesLeft, type Visit } from "./orderVisits.ts";
import { QuoteReceipt } from "./QuoteReceipt.tsx";
import { RefundChoice } from "./RefundChoice.tsx";
import { StepHeading } from "./StepHeading.tsx";
import { TicketLabels } from "./TicketLabels.tsx";
import type { CancellationState, ConfirmingStep } from "./useCancellation.ts";
import { venueCancelledStrings } from "./venueCancelled.strings.ts";

export type ConfirmCancellationProps = {
  readonly step: ConfirmingStep;
  readonly visits: readonly Visit[];
  readonly actions: Reply<typeof getOrderActions>;
  readonly cancellation: CancellationState;
  /** The venue has cancelled the visit, and the buyer chooses the refund. */
  readonly isByVenue?: boolean;
};

/** The order before and after the cancellation, the refund, and what the seller keeps. Nothing has happened yet. */
export function ConfirmCancellation({
  step,
  visits,
  actions,
  cancellation,
  isByVenue = false,
}: ConfirmCancellationProps) {
  const t = useText(cancelStrings);
  const venue = useText(venueCancelledStrings);
  const { quote, asked, problem } = step;
  const { isQuoting, isCancelling } = cancellation;
  const count = quote.tickets.length;
  const going = new Set(quote.tickets.map(({ ticket_id }) => ticket_id));
  return (
    <div className={css.step}>
      <StepHeading>{isByVenue ? venue("venue_cancelled.confirm") : t("cancel.confirm", { count })}</StepHeading>
      <div className={css.compare}>
        <Tickets title={t("cancel.before")} visits={visits} going={new Set()} />
        <Tickets title={t("cancel.after")} visits={visits} going={going} />
      </div>
      <TicketsAlong visits={visits} asked={asked.ticket_ids} going={going} />
      {asked.refund_to !== undefined && isPositiveAmount(quote.value) && (
        <RefundChoice
          value={asked.refund_to}
          bonus={actions.gift_card_bonus}
          onChoose={(preference) => cancellation.choose(step, preference)}
        />
      )}
      <QuoteReceipt quote={quote} />
      <FreedVouchers vouchers={quote.freed_vouchers} />
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <StepActions>
        <Button kind="primary" busy={isQuoting || isCancelling} onClick={() => cancellation.confirm(step)}>
          <SubmitLabel quote={quote} isByVenue={isByVenue} />
        </Button>
        <Button onClick={() => !isCancelling && cancellation.close()}>
          {isByVenue ? venue("venue_cancelled.not_now") : t("cancel.keep")}
        </Button>
        {!isByVenue && (
          <Button kind="text" onClick={() => !isCancelling && cancellation.change()}>
            {t("cancel.back")}
          </Button>
        )}
      </StepActions>
    </div>
  );
}

type TicketsAlongProps = {
  readonly visits: readonly Visit[];
  readonly asked: readonly string[];
  readonly going: ReadonlySet<string>;
};

/** The tickets that were not selected but cannot stay without the others. */
function TicketsAlong({ visits, asked, going }: TicketsAlongProps) {
  const t = useText(cancelStrings);
  const along = visits.flatMap(({ line, tickets }) =>
    tickets
      .filter(({ ticket_id }) => going.has(ticket_id) && !asked.includes(ticket_id))
      .map((ticket) => ({ ...ticket, event: line.name })),
  );
  if (along.length === 0) return null;
  return (
    <div className={css.removedWith}>
      <h4>{t("cancel.along")}</h4>
      <TicketLabels tickets={along} />
    </div>
  );
}

type SubmitLabelProps = { readonly quote: CancellationQuote; readonly isByVenue: boolean };

/** The action and the amount: 'Cancel 2 tickets, get back $59.00', or 'Get back $59.00' if the venue has cancelled. */
function SubmitLabel({ quote: { tickets, refund, gift_card }, isByVenue }: SubmitLabelProps) {
  const t = useText(cancelStrings);
  const venue = useText(venueCancelledStrings);
  const money = useMoney();
  const values = { count: tickets.length, amount: money(refund), card: money(gift_card) };
  const kind = isPositiveAmount(gift_card) ? (isPositiveAmount(refund) ? "both" : "card") : "back";
  if (isByVenue) return venue(kind === "back" ? "venue_cancelled.submit" : `venue_cancelled.submit.${kind}`, values);
  return t(kind === "back" && !isPositiveAmount(refund) ? "cancel.submit" : `cancel.submit.${kind}`, values);
}

type TicketsProps = { readonly title: string; readonly visits: readonly Visit[]; readonly going: ReadonlySet<string> };

function Tickets({ title, visits, going }: TicketsProps) {
  const t = useText(cancelStrings);
  const dateOf = useCartDate();
  const left = visits
    .map((visit) => ({ line: visit.line, types: typesLeft(visit, going) }))
    .filter(({ types }) => types.length > 0);
  return (
    <div className={css.state}>
      <h4>{title}</h4>
      {left.length === 0 && <p>{t("cancel.nothing_left")}</p>}
      {left.map(({ line, types }) => (
        <div key={line.event_session_id ?? line.event_template_id}>
          <p>{line.name}</p>
          <p className={css.muted}>{dateOf(line)}</p>
          <ul role="list">
            {types.map(({ name, count }) => (
              <li key={name}>{t("cancel.line", { count, type: name })}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
