import { useEffect, useRef, type ReactNode } from "react";
import type { Reply } from "@foyer/contract/endpoint.ts";
import type { getOrderActions } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import type { OrderAccess } from "../aftersale.queries.ts";
import { aftersaleStrings, cancelStrings } from "../aftersale.strings.ts";
import { ContactLinks } from "../ContactLinks.tsx";
import { useOrderMoment } from "../useOrderMoment.ts";
import section from "../OrderSection.module.css";
import css from "./Cancel.module.css";
import { CancelledTickets } from "./CancelledTickets.tsx";
import { ChooseTickets } from "./ChooseTickets.tsx";
import { ConfirmCancellation } from "./ConfirmCancellation.tsx";
import { actionsWithout, cancelChoice, cancellableIn, hasToChoose, type Visit } from "./orderVisits.ts";
import { useCancellation } from "./useCancellation.ts";

export type CancelSectionProps = {
  readonly access: OrderAccess;
  /** All visits of the order. */
  readonly visits: readonly Visit[];
  readonly actions: Reply<typeof getOrderActions>;
  /** Tickets can be moved to another time on this page. */
  readonly canMove: boolean;
};

/** The steps of cancelling tickets: choose, confirm with the refund, done; or why it is not possible here. */
export function CancelSection({ access, visits: all, actions, canMove }: CancelSectionProps) {
  const cancellation = useCancellation(access, all, actions.refund_to);
  const { step, open } = cancellation;
  const cancelledByVenue = all.filter(hasToChoose);
  const visits = all.filter((visit) => !cancelledByVenue.includes(visit));
  const choice = cancelChoice(actionsWithout(actions.ticket._data, cancelledByVenue));
  return (
    <CancelFrame>
      {step.kind === "done" && <CancelledTickets done={step} hasRest={all.length > 0} />}
      {step.kind === "confirming" && (
        <ConfirmCancellation step={step} visits={all} actions={actions} cancellation={cancellation} />
      )}
      {step.kind === "choosing" && choice === "possible" && (
        <ChooseTickets visits={visits} cancellation={cancellation} />
      )}
      {(step.kind === "closed" || step.kind === "done") && choice === "possible" && (
        <OpenCancelling
          visits={visits}
          isMore={step.kind === "done"}
          takesFocus={step.kind === "closed" && step.wasOpen}
          onOpen={open}
        />
      )}
      {step.kind !== "confirming" && choice !== "possible" && (
        <>
          {step.kind === "choosing" && step.problem && <ErrorLine>{step.problem}</ErrorLine>}
          {/* After everything was cancelled, a line saying that nothing is left would be redundant. */}
          {!(step.kind === "done" && choice === "none_valid") && <Impossible reason={choice} canMove={canMove} />}
        </>
      )}
      {choice === "possible" && !canMove && step.kind !== "confirming" && <NoRescheduling />}
    </CancelFrame>
  );
}

function CancelFrame({ children }: { readonly children: ReactNode }) {
  const t = useText(cancelStrings);
  return (
    <section className={section.section} aria-labelledby="order-change">
      <h2 id="order-change">{t("cancel.change")}</h2>
      {children}
    </section>
  );
}

type OpenCancellingProps = {
  readonly visits: readonly Visit[];
  readonly isMore: boolean;
  readonly takesFocus: boolean;
  readonly onOpen: () => void;
};

function OpenCancelling({ visits, isMore, takesFocus, onOpen }: OpenCancellingProps) {
  const t = useText(cancelStrings);
  const box = useRef<HTMLDivElement>(null);
  // The steps replace the pressed button.
  useEffect(() => {
    if (takesFocus) box.current?.querySelector("button")?.focus();
  }, [takesFocus]);
  const moment = useOrderMoment();
  const [first] = cancellableIn(visits)
    .flatMap(({ until }) => until ?? [])
    .toSorted();
  const timezone = visits.find(({ tickets }) => tickets.some(({ until }) => until === first))?.line.timezone;
  return (
    <div className={css.open} ref={box}>
      {first !== undefined && <p>{t("cancel.until", { moment: moment(first, timezone) })}</p>}
      <Button onClick={onOpen}>{t(isMore ? "cancel.open_more" : "cancel.open")}</Button>
    </div>
  );
}

type ImpossibleProps = Pick<CancelSectionProps, "canMove"> & { readonly reason: "none_valid" | "contact" };

function Impossible({ reason, canMove }: ImpossibleProps) {
  const t = useText(cancelStrings);
  const manage = useText(aftersaleStrings);
  if (reason === "none_valid") return <p>{t("cancel.none_valid")}</p>;
  return (
    <div className={css.open}>
      <p>{t("cancel.contact")}</p>
      {!canMove && <p>{manage("manage.reschedule")}</p>}
      <ContactLinks />
    </div>
  );
}

/** Says that only the venue can move tickets to another date. */
function NoRescheduling() {
  const t = useText(aftersaleStrings);
  return (
    <div className={css.quietly}>
      <p>{t("manage.reschedule")}</p>
      <ContactLinks />
    </div>
  );
}
