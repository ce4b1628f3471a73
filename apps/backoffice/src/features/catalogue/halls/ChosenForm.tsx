import { useState } from "react";
import { changeSeats, type SeatChange } from "@foyer/rules/seating/hall/changeSeats.ts";
import type { HallSeat } from "@foyer/rules/seating/hall/layOutHall.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { count, plural } from "../../../shared/format/format.ts";
import type { Loose } from "../document.ts";
import type { ChosenSeats } from "../seats/chosenSeats.ts";
import { seatWords, type Zone } from "./hallSeats.ts";
import { MoveSeats } from "./MoveSeats.tsx";
import { SeatChangeFields } from "./SeatChangeFields.tsx";
import { seatChangeOf, emptyFields } from "./seatChangeValues.ts";
import css from "./Halls.module.css";

type ChosenFormProps = {
  readonly document: Loose;
  readonly seats: readonly HallSeat[];
  readonly zones: readonly Zone[];
  readonly inUse: ReadonlyMap<string, number>;
  readonly chosen: ChosenSeats;
  readonly onEdit: (document: Loose) => void;
};

/** The chosen seats, and the values to set for them. */
export function ChosenForm({ document, seats, zones, inUse, chosen, onEdit }: ChosenFormProps) {
  const [fields, setFields] = useState(emptyFields);
  const own = seats.filter(({ key }) => chosen.keys.has(key));
  const there = own.filter(({ isRemoved }) => !isRemoved);
  const used = there.filter(({ key }) => inUse.has(key)).length;
  const change = seatChangeOf(fields);
  const isEmpty = !change || Object.keys(change).length === 0;
  const apply = (given: SeatChange): void => {
    onEdit(changeSeats(document, chosen.keys, given));
    setFields(emptyFields);
  };
  const [first] = own;
  return (
    <section className={css.chosen} aria-label="Chosen seats">
      <form
        className={css.stack}
        aria-label="Change the chosen seats"
        onSubmit={(event) => {
          event.preventDefault();
          if (change) apply(change);
        }}
      >
        <div className={css.head}>
          <p className={css.title} role="status">
            {own.length === 0 ? "No seat is chosen" : `${count(own.length, "seat")} chosen`}
          </p>
          {own.length > 0 && (
            <Button size="small" kind="text" onClick={chosen.clear}>
              Choose none
            </Button>
          )}
        </div>
        {own.length === 0 && (
          <p className={css.quiet}>Click seats, draw a frame around them, or use the rows and lists below.</p>
        )}
        {own.length === 1 && first && (
          <p className={css.quiet}>{[first.name, ...seatWords(first, inUse.get(first.key) ?? 0)].join(" · ")}</p>
        )}
        {own.length > 0 && (
          <>
            <SeatChangeFields fields={fields} zones={zones} isKeyWrong={!change} onChange={setFields} />
            <div className={css.actions}>
              <Button kind="primary" size="small" type="submit" disabled={isEmpty}>
                {`Change ${count(own.length, "seat")}`}
              </Button>
              {there.length > 0 && (
                <Button size="small" disabled={used > 0} onClick={() => apply({ isRemoved: true })}>
                  Remove
                </Button>
              )}
              {there.length < own.length && (
                <Button size="small" onClick={() => apply({ isRemoved: false })}>
                  Restore
                </Button>
              )}
            </div>
            {used > 0 && (
              <p className={css.quiet}>
                {`${count(used, "chosen seat")} ${plural(used, "is", "are")} sold, held or kept in an upcoming session, and cannot be removed.`}
              </p>
            )}
          </>
        )}
      </form>
      {own.length > 0 && <MoveSeats document={document} keys={chosen.keys} onEdit={onEdit} />}
    </section>
  );
}
