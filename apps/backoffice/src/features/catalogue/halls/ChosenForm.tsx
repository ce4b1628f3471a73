import { useState } from "react";
import type { SeatKind } from "@foyer/contract/shop/seating.ts";
import { changeSeats, type SeatChange } from "@foyer/rules/seating/hall/changeSeats.ts";
import type { HallSeat } from "@foyer/rules/seating/hall/layOutHall.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { count } from "../catalogueQueries.ts";
import type { Loose } from "../document.ts";
import type { ChosenSeats } from "../seats/chosenSeats.ts";
import { seatSignNames, seatSigns, seatWords, type Zone } from "./hallSeats.ts";
import { MoveSeats } from "./MoveSeats.tsx";
import css from "./Halls.module.css";

type ChosenFormProps = {
  readonly document: Loose;
  readonly seats: readonly HallSeat[];
  readonly zones: readonly Zone[];
  readonly inUse: ReadonlyMap<string, number>;
  readonly chosen: ChosenSeats;
  readonly onEdit: (document: Loose) => void;
};

const zonePattern = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/;
/** What a field may say besides a value. */
const asIs = "";
const none = "-";
const other = "+";

const begin = { zone: asIs, newZone: "", kind: asIs, note: asIs, newNote: "" };

/** What the form says; undefined where the new zone is no key. */
const changeOf = ({ zone, newZone, kind, note, newNote }: typeof begin): SeatChange | undefined => {
  if (zone === other && !zonePattern.test(newZone)) return undefined;
  return {
    ...(zone !== asIs && { zone: zone === other ? newZone : zone }),
    ...(kind !== asIs && { kind: kind === none ? null : (kind as SeatKind) }),
    ...(note !== asIs && { note: note === none ? null : newNote.trim() || null }),
  };
};

/** The chosen seats, and what they are given. */
export function ChosenForm({ document, seats, zones, inUse, chosen, onEdit }: ChosenFormProps) {
  const [fields, setFields] = useState(begin);
  const own = seats.filter(({ key }) => chosen.keys.has(key));
  const there = own.filter(({ isRemoved }) => !isRemoved);
  const used = there.filter(({ key }) => inUse.has(key)).length;
  const set = (name: keyof typeof begin) => (event: { target: { value: string } }) =>
    setFields({ ...fields, [name]: event.target.value });
  const change = changeOf(fields);
  const isEmpty = !change || Object.keys(change).length === 0;
  const apply = (given: SeatChange): void => {
    onEdit(changeSeats(document, chosen.keys, given));
    setFields(begin);
  };
  const [first] = own;
  return (
    <section className={css.chosen} aria-label="Chosen seats">
      <form
        className={css.stack}
        aria-label="What the chosen seats are given"
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
          <p className={css.quiet}>Click seats, draw a frame around them, or take rows and lists below.</p>
        )}
        {own.length === 1 && first && (
          <p className={css.quiet}>{[first.name, ...seatWords(first, inUse.get(first.key) ?? 0)].join(" · ")}</p>
        )}
        {own.length > 0 && (
          <>
            <div className={css.pair}>
              <Field label="Zone">
                <Select
                  value={fields.zone}
                  onChange={set("zone")}
                  options={[
                    { value: asIs, label: "As it is" },
                    ...zones.map(({ key }) => ({ value: key, label: key })),
                    { value: other, label: "A new zone …" },
                  ]}
                />
              </Field>
              <Field label="Sign">
                <Select
                  value={fields.kind}
                  onChange={set("kind")}
                  options={[
                    { value: asIs, label: "As it is" },
                    { value: none, label: "None" },
                    ...seatSigns.map((kind) => ({ value: kind, label: seatSignNames[kind] })),
                  ]}
                />
              </Field>
              <Field label="Note">
                <Select
                  value={fields.note}
                  onChange={set("note")}
                  options={[
                    { value: asIs, label: "As it is" },
                    { value: none, label: "None" },
                    { value: other, label: "This note …" },
                  ]}
                />
              </Field>
            </div>
            {fields.zone === other && (
              <Field
                label="New zone"
                error={
                  fields.newZone !== "" && !change ? "A zone is a key: small letters, digits and hyphens." : undefined
                }
                hint="Groups of an event say which zones they sell."
              >
                <TextInput value={fields.newZone} maxLength={63} onChange={set("newZone")} />
              </Field>
            )}
            {fields.note === other && (
              <Field label="Note for buyers" hint="Said before they choose the seat.">
                <TextInput value={fields.newNote} maxLength={200} onChange={set("newNote")} />
              </Field>
            )}
            <div className={css.actions}>
              <Button kind="primary" size="small" type="submit" disabled={isEmpty}>
                {`Change ${count(own.length, "seat")}`}
              </Button>
              {there.length > 0 && (
                <Button size="small" disabled={used > 0} onClick={() => apply({ isRemoved: true })}>
                  Take away
                </Button>
              )}
              {there.length < own.length && (
                <Button size="small" onClick={() => apply({ isRemoved: false })}>
                  Put back
                </Button>
              )}
            </div>
            {used > 0 && (
              <p className={css.quiet}>
                {`${count(used, "chosen seat")} ${used === 1 ? "is" : "are"} sold, held or kept in a session ahead, and cannot be taken away.`}
              </p>
            )}
          </>
        )}
      </form>
      {own.length > 0 && <MoveSeats document={document} keys={chosen.keys} onEdit={onEdit} />}
    </section>
  );
}
