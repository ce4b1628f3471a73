import { useEffect, useId, useRef } from "react";
import { Link } from "wouter";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import { aftersaleStrings, rescheduleStrings } from "../aftersale.strings.ts";
import { useChangeCart } from "../change/useChangeCart.ts";
import { managePaths } from "../managePaths.ts";
import manage from "../Manage.module.css";
import type { OrderData } from "../OpenedOrder.tsx";
import { StepActions } from "../StepActions.tsx";
import { ChooseTime } from "./ChooseTime.tsx";
import { KeepTime } from "./KeepTime.tsx";
import type { MovableVisit } from "./movableVisit.ts";
import { MovedTickets } from "./MovedTickets.tsx";
import { MoveSummary } from "./MoveSummary.tsx";
import css from "./Reschedule.module.css";
import { useMoveForm, type MoveForm } from "./useMoveForm.ts";
import { useReschedule, type MoveProblem } from "./useReschedule.ts";

export type RescheduleFormProps = {
  readonly order: OrderData;
  /** The booked cart of the order. */
  readonly cart_id: string;
  readonly visit: MovableVisit;
  /** The form was restarted, which removed the pressed link, so its heading takes the focus. */
  readonly hasFocus: boolean;
  readonly onRestart: () => void;
};

/** The tickets to change, their new types, and the new time. */
export function RescheduleForm({ order, cart_id, visit, hasFocus, onRestart }: RescheduleFormProps) {
  const { access, actions } = order;
  const t = useText(rescheduleStrings);
  const date = useCartDate()(visit.line);
  const heading = useRef<HTMLHeadingElement>(null);
  const reschedule = useReschedule(access, cart_id, visit.line.event_template_id);
  const found = useChangeCart(actions.change_cart_id);
  const open = found.kind === "open" ? { change: found.cart.change, tickets: found.tickets } : undefined;
  const { form: box, ...form } = useMoveForm(visit, reschedule, open);
  const canExchange = visit.tickets.some((ticket) => ticket.canExchange);
  useEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus]);
  return (
    <Page>
      <form
        ref={box}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.review();
        }}
      >
        <header className={manage.head}>
          <h1 ref={heading} tabIndex={-1}>
            {visit.line.flag === "cancelled"
              ? t("move.title.cancelled")
              : t(canExchange ? "exchange.title" : "move.title")}
          </h1>
          <p className={css.muted}>{date ? t("move.of", { name: visit.line.name, date }) : visit.line.name}</p>
        </header>
        {form.hasChoice && <KeepTime form={form} date={date} />}
        <MovedTickets form={form} line={visit.line} />
        <ChooseTime visit={visit} form={form} />
        <MoveSummary form={form} />
        {reschedule.problem && <Problem problem={reschedule.problem} onRestart={onRestart} />}
        <Actions form={form} isBusy={reschedule.isBusy} orderPath={managePaths.order(access)} />
      </form>
    </Page>
  );
}

type ActionsProps = { readonly form: MoveForm; readonly isBusy: boolean; readonly orderPath: string };

/** The review button is inactive, with a text that says why, until something is changed. */
function Actions({ form: { isUnchanged }, isBusy, orderPath }: ActionsProps) {
  const t = useText(rescheduleStrings);
  const texts = useText(aftersaleStrings);
  const id = useId();
  return (
    <div className={css.end}>
      {isUnchanged && (
        <p id={id} className={css.muted}>
          {t("exchange.unchanged")}
        </p>
      )}
      <StepActions>
        <Button
          type="submit"
          kind="primary"
          busy={isBusy}
          aria-disabled={isUnchanged || undefined}
          aria-describedby={isUnchanged ? id : undefined}
        >
          {t("move.review")}
        </Button>
        <Link href={orderPath} {...buttonAttributes()}>
          {texts("manage.back")}
        </Link>
      </StepActions>
    </div>
  );
}

/** The error takes the focus, with a link beside it to choose again. */
function Problem({ problem, onRestart }: { readonly problem: MoveProblem; readonly onRestart: () => void }) {
  const t = useText(rescheduleStrings);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "center" });
    box.current?.focus({ preventScroll: true });
  }, [problem]);
  return (
    <div ref={box} tabIndex={-1} className={css.problem}>
      <Banner
        tone="error"
        action={
          problem.restarts && (
            <Button kind="text" onClick={onRestart}>
              {t("move.restart")}
            </Button>
          )
        }
      >
        {problem.text}
      </Banner>
    </div>
  );
}
