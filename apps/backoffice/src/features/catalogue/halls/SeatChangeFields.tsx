import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { seatSignNames, seatSigns, type Zone } from "./hallSeats.ts";
import { asIs, none, other, type SeatChangeValues } from "./seatChangeValues.ts";
import css from "./Halls.module.css";

type SeatChangeFieldsProps = {
  readonly fields: SeatChangeValues;
  readonly zones: readonly Zone[];
  /** Whether the new zone is not a valid key. */
  readonly isKeyWrong: boolean;
  readonly onChange: (fields: SeatChangeValues) => void;
};

/** The values to set for seats: a zone, a sign and a note, each unchanged, removed or new. */
export function SeatChangeFields({ fields, zones, isKeyWrong, onChange }: SeatChangeFieldsProps) {
  const set = (name: keyof SeatChangeValues) => (event: { target: { value: string } }) =>
    onChange({ ...fields, [name]: event.target.value });
  return (
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
          error={fields.newZone !== "" && isKeyWrong ? "Use only lowercase letters, digits and hyphens." : undefined}
          hint="Ticket groups of events set which zones they sell."
        >
          <TextInput value={fields.newZone} maxLength={63} onChange={set("newZone")} />
        </Field>
      )}
      {fields.note === other && (
        <Field label="Note for buyers" hint="Shown before they choose the seat.">
          <TextInput value={fields.newNote} maxLength={200} onChange={set("newNote")} />
        </Field>
      )}
    </>
  );
}
