import { useId, useRef, useState, type FormEvent } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { Price, useText } from "../../../shared/seller/seller.tsx";
import { useCartDate } from "../../cart/widget/useCartDate.ts";
import { cancelStrings } from "../aftersale.strings.ts";
import { useOrderMoment } from "../useOrderMoment.ts";
import { StepActions } from "../StepActions.tsx";
import css from "./Cancel.module.css";
import { canCancelAll, cancellableIn, isPositiveAmount, type Visit } from "./orderVisits.ts";
import { StepHeading } from "./StepHeading.tsx";
import type { CancellationState } from "./useCancellation.ts";
import { useTicketChoiceName } from "./useOrderTicketName.ts";

export type ChooseTicketsProps = { readonly visits: readonly Visit[]; readonly cancellation: CancellationState };

/** The tickets by date, each with a checkbox or the reason why it cannot be cancelled. */
export function ChooseTickets({ visits, cancellation }: ChooseTicketsProps) {
  const t = useText(cancelStrings);
  const { step, selected, select, isQuoting } = cancellation;
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  const [isMissing, setMissing] = useState(false);
  const focusError = useFocusFirstError(() => form.current);
  const all = cancellableIn(visits).map(({ ticket_id }) => ticket_id);
  const problem = step.kind === "choosing" ? step.problem : undefined;
  const isError = isMissing && selected.length === 0;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isQuoting) return;
    if (selected.length > 0) return cancellation.reviewSelected();
    setMissing(true);
    focusError();
  };
  return (
    <form ref={form} noValidate className={css.step} onSubmit={submit}>
      <div className={css.intro}>
        <StepHeading>{t("cancel.choose")}</StepHeading>
        <p className={css.muted}>{t("cancel.choose.hint")}</p>
        {problem && <ErrorLine>{problem}</ErrorLine>}
      </div>
      <div
        className={css.visits}
        role="group"
        aria-label={t("cancel.choose")}
        aria-describedby={isError ? errorId : undefined}
        data-invalid={isError || undefined}
      >
        {all.length > 1 && (
          <Checkbox
            label={t("cancel.all")}
            checked={selected.length === all.length}
            onChange={({ target }) => select(target.checked ? all : [])}
          />
        )}
        {visits.map((visit) => (
          <VisitChoice
            key={visit.line.event_session_id ?? visit.line.event_template_id}
            visit={visit}
            selected={selected}
            select={select}
          />
        ))}
        {isError && <ErrorLine id={errorId}>{t("cancel.nothing_selected")}</ErrorLine>}
      </div>
      <StepActions>
        <Button type="submit" kind="primary" busy={isQuoting}>
          {t("cancel.selected")}
        </Button>
        {canCancelAll(visits) && (
          <Button busy={isQuoting} onClick={cancellation.reviewAll}>
            {t("cancel.whole")}
          </Button>
        )}
        <Button onClick={cancellation.close}>{t("cancel.keep")}</Button>
      </StepActions>
    </form>
  );
}

type VisitChoiceProps = {
  readonly visit: Visit;
  readonly selected: readonly string[];
  readonly select: (ticket_ids: readonly string[]) => void;
};

function VisitChoice({ visit: { line, tickets }, selected, select }: VisitChoiceProps) {
  const t = useText(cancelStrings);
  const date = useCartDate()(line);
  const moment = useOrderMoment();
  const nameOf = useTicketChoiceName();
  const until = tickets.find((ticket) => ticket.obstacle === null)?.until;
  const toggle = (id: string, isChosen: boolean): void =>
    select(isChosen ? [...selected, id] : selected.filter((one) => one !== id));
  return (
    <fieldset className={css.visit}>
      <legend>{date ? t("cancel.visit", { name: line.name, date }) : line.name}</legend>
      {until && <p className={css.until}>{t("cancel.visit_until", { moment: moment(until, line.timezone) })}</p>}
      <ul role="list">
        {tickets.map((ticket) => (
          <li key={ticket.ticket_id} className={css.ticket}>
            {ticket.obstacle === null ? (
              <>
                <Checkbox
                  label={nameOf(ticket)}
                  checked={selected.includes(ticket.ticket_id)}
                  onChange={({ target }) => toggle(ticket.ticket_id, target.checked)}
                />
                {isPositiveAmount(ticket.value) && <Price amount={ticket.value} />}
              </>
            ) : (
              <p className={css.fixed}>
                {nameOf(ticket)} <span>{t(`cancel.obstacle.${ticket.obstacle}`)}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
