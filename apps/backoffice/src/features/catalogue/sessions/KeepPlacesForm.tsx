import { useMemo, useRef, useState } from "react";
import { keepPlaces, type HouseHall, type HouseSeat } from "@foyer/contract/office/catalogue/houseHolds.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { LazyPart } from "../../../shared/loading/LazyPart.tsx";
import { lazyModule } from "../../../shared/loading/lazyModule.ts";
import { count } from "../../../shared/format/format.ts";
import { callOffice } from "../../../shared/call.ts";
import { AskBeforeLeaving } from "../../../shared/dialog/Dialog.tsx";
import { Refusal, useAction } from "../../../shared/Form.tsx";
import { useChosenSeats } from "../seats/chosenSeats.ts";
import { refreshHouse, type OfSession } from "./sessionQueries.ts";
import recordCss from "../../../shared/styles/Record.module.css";

const lazyHouseSeatPicker = lazyModule(() => import("../seats/HouseSeatPicker.tsx"));

type KeepPlacesFormProps = OfSession & {
  readonly hall: HouseHall | null;
  readonly seats: readonly HouseSeat[];
};
type What = "seats_kept" | "seats_blocked" | "places";

/** Keeps a number of places, or seats chosen on the drawing of the hall. */
export function KeepPlacesForm({ hall, seats, ...of }: KeepPlacesFormProps) {
  const { slug, eventKey: key, sessionId: event_session_id } = of;
  const form = useRef<HTMLFormElement>(null);
  const [what, setWhat] = useState<What>(seats.length > 0 ? "seats_kept" : "places");
  const [places, setPlaces] = useState("");
  const chosen = useChosenSeats(
    useMemo(() => new Set(seats.filter(({ state }) => state === "free").map(({ id }) => id)), [seats]),
  );
  const [name, setName] = useState("");
  const [reason, setReason] = useState("");
  const isOfSeats = what !== "places";
  const isChosen = isOfSeats ? chosen.keys.size > 0 : /^[1-9]\d{0,4}$/.test(places);
  const save = useAction(async () => {
    const selected = isOfSeats ? { seat_ids: [...chosen.keys] } : { places: Number(places) };
    const kind = what === "seats_blocked" ? ("blocked" as const) : ("kept" as const);
    const text = { name: name.trim(), reason: reason.trim() };
    await callOffice(keepPlaces, { key, event_session_id, kind, ...text, ...selected }, slug);
    chosen.clear();
    setPlaces("");
    setName("");
    setReason("");
    await refreshHouse(of);
  });
  return (
    <form
      ref={form}
      className={recordCss.form}
      aria-label="Keep places"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <AskBeforeLeaving of={form} />
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
      {isOfSeats && hall && (
        <LazyPart part={lazyHouseSeatPicker} skeleton="tile" count={2}>
          {(part) => <part.HouseSeatPicker hall={hall} seats={seats} chosen={chosen} />}
        </LazyPart>
      )}
      {!isOfSeats && (
        <Field
          label="Places to keep"
          error={save.errorOf("places")}
          hint="Nobody else can book them. The capacity does not change."
        >
          <TextInput inputMode="numeric" value={places} onChange={({ target }) => setPlaces(target.value.trim())} />
        </Field>
      )}
      <div className={recordCss.pair}>
        <Field label="For" error={save.errorOf("name")} hint="A name or a purpose, seen by staff only." required>
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
          {isOfSeats ? count(chosen.keys.size, "seat") : "places"}
        </Button>
      </div>
    </form>
  );
}
