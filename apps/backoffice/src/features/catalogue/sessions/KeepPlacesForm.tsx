import { useState } from "react";
import { keepPlaces, type HouseSeat } from "@foyer/contract/office/catalogue/houseHolds.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Refusal, useAction } from "../../../shared/Form.tsx";
import { count } from "../catalogueQueries.ts";
import { refreshHouse, type OfSession } from "./sessionQueries.ts";
import css from "./sessions.module.css";
import recordCss from "../../../shared/styles/Record.module.css";

type KeepPlacesFormProps = OfSession & { readonly seats: readonly HouseSeat[] };
type What = "seats_kept" | "seats_blocked" | "places";

/** Keeps a number of places, or seats that are chosen row by row. */
export function KeepPlacesForm({ seats, ...of }: KeepPlacesFormProps) {
  const { slug, eventKey: key, sessionId: event_session_id } = of;
  const [what, setWhat] = useState<What>(seats.length > 0 ? "seats_kept" : "places");
  const [places, setPlaces] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [name, setName] = useState("");
  const [reason, setReason] = useState("");
  const isOfSeats = what !== "places";
  const isChosen = isOfSeats ? chosen.length > 0 : /^[1-9]\d{0,4}$/.test(places);
  const save = useAction(async () => {
    const selected = isOfSeats ? { seat_ids: [...chosen] } : { places: Number(places) };
    const kind = what === "seats_blocked" ? ("blocked" as const) : ("kept" as const);
    const text = { name: name.trim(), reason: reason.trim() };
    await callOffice(keepPlaces, { key, event_session_id, kind, ...text, ...selected }, slug);
    setChosen([]);
    setPlaces("");
    setName("");
    setReason("");
    await refreshHouse(of);
  });
  return (
    <form
      className={recordCss.form}
      aria-label="Keep places"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      {seats.length > 0 && (
        <RadioGroup
          legend="What"
          value={what}
          onChange={(value) => setWhat(value as What)}
          options={[
            { value: "seats_kept", label: "Seats, kept for the house" },
            { value: "seats_blocked", label: "Seats, blocked: nobody sits there" },
            { value: "places", label: "Places without a seat" },
          ]}
        />
      )}
      {isOfSeats ? (
        <SeatChoice seats={seats} chosen={chosen} onChoose={setChosen} />
      ) : (
        <Field label="Places to keep" error={save.errorOf("places")} hint="Nobody else gets them. The capacity stays.">
          <TextInput inputMode="numeric" value={places} onChange={({ target }) => setPlaces(target.value.trim())} />
        </Field>
      )}
      <div className={recordCss.pair}>
        <Field label="For" error={save.errorOf("name")} hint="A name or a purpose, for staff." required>
          <TextInput value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label="Reason" error={save.errorOf("reason")} required>
          <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </div>
      <Refusal of={save} fields={["places", "name", "reason"]} />
      <div>
        <Button
          kind="primary"
          type="submit"
          busy={save.isBusy}
          disabled={!isChosen || name.trim() === "" || reason.trim() === ""}
        >
          {isOfSeats ? (what === "seats_blocked" ? "Block" : "Keep") : "Keep"}{" "}
          {isOfSeats ? count(chosen.length, "seat") : "places"}
        </Button>
      </div>
    </form>
  );
}

const rowOf = ({ section, row }: HouseSeat): string => [section, row].filter((part) => part !== "").join(" · ");

type SeatChoiceProps = {
  readonly seats: readonly HouseSeat[];
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
};

/** The seats of one row at a time; those of other rows stay chosen. */
function SeatChoice({ seats, chosen, onChoose }: SeatChoiceProps) {
  const rows = Map.groupBy(seats, rowOf);
  const [row, setRow] = useState([...rows.keys()][0] ?? "");
  const ids = new Set(chosen);
  const ofRow = rows.get(row) ?? [];
  const free = ofRow.filter(({ state }) => state === "free").map(({ id }) => id);
  return (
    <>
      <div className={recordCss.pair}>
        <Field label="Row">
          <Select
            value={row}
            onChange={({ target }) => setRow(target.value)}
            options={[...rows.keys()].map((value) => ({ value, label: value }))}
          />
        </Field>
        <div className={css.rowChoice}>
          <Button
            size="small"
            disabled={free.length === 0}
            onClick={() => onChoose([...new Set([...chosen, ...free])])}
          >
            Choose the free of this row
          </Button>
        </div>
      </div>
      <fieldset className={css.seats}>
        <legend>{`Seats of ${row}`}</legend>
        {ofRow.map(({ id, name, label, state }) => (
          <Checkbox
            key={id}
            label={state === "free" ? label : `${label} (${state})`}
            aria-label={state === "free" ? name : `${name}, ${state}`}
            checked={ids.has(id)}
            disabled={state !== "free"}
            onChange={({ target }) => onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </fieldset>
    </>
  );
}
