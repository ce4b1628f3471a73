import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import { aftersaleStrings } from "../aftersale.strings.ts";
import { ContactLinks } from "../ContactLinks.tsx";
import type { OrderData } from "../OpenedOrder.tsx";
import { useOrderMoment } from "../useOrderMoment.ts";
import { StepActions } from "../StepActions.tsx";
import section from "../OrderSection.module.css";
import css from "./Cancel.module.css";
import { CancelledTickets } from "./CancelledTickets.tsx";
import { ConfirmCancellation } from "./ConfirmCancellation.tsx";
import { cancellableIn, hasToChoose, isPositiveAmount, type Visit } from "./orderVisits.ts";
import type { CancellationState } from "./useCancellation.ts";
import { venueCancelledStrings } from "./venueCancelled.strings.ts";

export type CancelledVisitsProps = {
  /** All visits of the order. */
  readonly visits: readonly Visit[];
  readonly actions: OrderData["actions"];
  readonly cancellation: CancellationState;
  /** The page where the tickets of a visit can be moved to another time; undefined if they cannot. */
  readonly moveOf: (line: CartLine) => string | undefined;
};

/** Visits that the venue has cancelled: a refund, in the same steps as any cancellation, or another time. */
export function CancelledVisits({ visits, actions, cancellation, moveOf }: CancelledVisitsProps) {
  const t = useText(venueCancelledStrings);
  const { name: seller } = useSeller();
  const { step } = cancellation;
  const open = visits.filter(hasToChoose);
  if (open.length === 0 && step.kind !== "done") return null;
  const count = Math.max(1, open.length);
  return (
    <section className={section.section} aria-labelledby="order-cancelled-visits">
      <h2 id="order-cancelled-visits">{t("venue_cancelled.title", { seller, count })}</h2>
      {step.kind === "done" && <CancelledTickets done={step} hasRest={visits.length > 0} isByVenue />}
      {step.kind === "confirming" && (
        <ConfirmCancellation step={step} visits={visits} actions={actions} cancellation={cancellation} isByVenue />
      )}
      {step.kind !== "confirming" && open.length > 0 && (
        <>
          {step.kind === "choosing" && step.problem && <ErrorLine>{step.problem}</ErrorLine>}
          <p>{t("venue_cancelled.sorry", { count })}</p>
          <Choices key={step.kind} open={open} cancellation={cancellation} moveOf={moveOf} />
        </>
      )}
    </section>
  );
}

type ChoicesProps = Pick<CancelledVisitsProps, "cancellation" | "moveOf"> & { readonly open: readonly Visit[] };

function Choices({ open, cancellation, moveOf }: ChoicesProps) {
  const box = useRef<HTMLUListElement>(null);
  const { step } = cancellation;
  // The steps replace the pressed button.
  const takesFocus = step.kind === "choosing" || (step.kind === "closed" && step.wasOpen);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector("button")?.focus();
  }, [takesFocus]);
  return (
    <ul role="list" className={css.step} ref={box}>
      {open.map((visit) => (
        <li key={visit.line.event_session_id ?? visit.line.event_template_id} className={css.open}>
          <CancelledVisit visit={visit} cancellation={cancellation} moveTo={moveOf(visit.line)} />
        </li>
      ))}
    </ul>
  );
}

type CancelledVisitProps = Pick<CancelledVisitsProps, "cancellation"> & {
  readonly visit: Visit;
  readonly moveTo: string | undefined;
};

function CancelledVisit({ visit, cancellation: { isQuoting, reviewTickets }, moveTo }: CancelledVisitProps) {
  const { line } = visit;
  const { name } = line;
  const t = useText(venueCancelledStrings);
  const manage = useText(aftersaleStrings);
  const date = useCartDate()(line);
  const moment = useOrderMoment();
  const tickets = cancellableIn([visit]);
  const until = tickets[0]?.until;
  const hasMoney = tickets.some(({ value }) => isPositiveAmount(value));
  const choice = choiceOf({ hasMoney, canMove: moveTo !== undefined });
  return (
    <>
      <h3 className={css.stepHeading}>{date ? t("venue_cancelled.visit", { name, date }) : name}</h3>
      {choice && (
        <p>
          {t(choice)} {until && t("venue_cancelled.until", { moment: moment(until, line.timezone) })}
        </p>
      )}
      <StepActions>
        {hasMoney && (
          <Button
            kind="primary"
            busy={isQuoting}
            aria-label={t("venue_cancelled.get_back.named", { name })}
            onClick={() => reviewTickets(tickets.map(({ ticket_id }) => ticket_id))}
          >
            {t("venue_cancelled.get_back")}
          </Button>
        )}
        {moveTo !== undefined && (
          <Link
            href={moveTo}
            aria-label={t("venue_cancelled.move.named", { name })}
            {...buttonAttributes({ kind: hasMoney ? "quiet" : "primary" })}
          >
            {t("venue_cancelled.move")}
          </Link>
        )}
      </StepActions>
      {moveTo === undefined && (
        <div className={css.quietly}>
          <p>{manage("manage.reschedule")}</p>
          <ContactLinks />
        </div>
      )}
    </>
  );
}

/** The buyer's choices; undefined for free tickets that cannot be moved online. */
const choiceOf = ({ hasMoney, canMove }: { readonly hasMoney: boolean; readonly canMove: boolean }) => {
  if (hasMoney) return canMove ? "venue_cancelled.choice" : "venue_cancelled.money";
  return canMove ? "venue_cancelled.time" : undefined;
};
