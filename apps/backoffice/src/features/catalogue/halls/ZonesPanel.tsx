import { useState } from "react";
import { renameZone } from "@foyer/rules/seating/hall/editHall.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { count } from "../../../shared/format/format.ts";
import type { Loose } from "../document.ts";
import type { ChosenSeats } from "../seats/chosenSeats.ts";
import { SeatSwatch } from "../seats/SeatSwatch.tsx";
import type { Zone } from "./hallSeats.ts";
import css from "./Halls.module.css";

type ZonesPanelProps = {
  readonly document: Loose;
  readonly zones: readonly Zone[];
  readonly chosen: ChosenSeats;
  readonly onEdit: (document: Loose) => void;
  readonly isReadOnly: boolean;
};

/** The zones of a hall, each with its number of seats. */
export function ZonesPanel({ document, zones, chosen, onEdit, isReadOnly }: ZonesPanelProps) {
  const [opened, setOpened] = useState<string>();
  return (
    <div className={css.panel}>
      <p className={css.quiet}>
        Ticket groups of events set which zones they sell. If you rename a zone, rename it there too. To add a zone,
        choose its seats and give them the new zone. Renaming a zone to the name of another one merges the two.
      </p>
      <ul className={css.list}>
        {zones.map(({ key, color, seats }) => (
          <li key={key} className={css.entry}>
            <span className={css.item}>
              <SeatSwatch mark="free" color={color} /> <strong>{key}</strong>
            </span>
            <span className={css.quiet}>{count(seats.length, "seat")}</span>
            <span className={css.actions}>
              <Button
                size="small"
                kind="text"
                aria-label={`Choose the seats of ${key}`}
                onClick={() =>
                  chosen.set(
                    seats.map((seat) => seat.key),
                    true,
                  )
                }
              >
                Choose
              </Button>
              {!isReadOnly && (
                <Button
                  size="small"
                  kind="text"
                  aria-label={`Rename ${key}`}
                  aria-expanded={opened === key}
                  onClick={() => setOpened(opened === key ? undefined : key)}
                >
                  Rename
                </Button>
              )}
            </span>
            {opened === key && (
              <RenameForm
                zone={key}
                onRename={(to) => {
                  setOpened(undefined);
                  onEdit(renameZone(document, key, to));
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RenameForm({ zone, onRename }: { readonly zone: string; readonly onRename: (to: string) => void }) {
  const [name, setName] = useState(zone);
  const isKey = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/.test(name);
  return (
    <form
      className={css.move}
      aria-label={`Rename ${zone}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isKey && name !== zone) onRename(name);
      }}
    >
      <Field
        label="Name of the zone"
        error={isKey || name === "" ? undefined : "Use only lowercase letters, digits and hyphens."}
      >
        <TextInput value={name} maxLength={63} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Button size="small" kind="primary" type="submit" disabled={!isKey || name === zone}>
        Save
      </Button>
    </form>
  );
}
