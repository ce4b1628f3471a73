import { useState } from "react";
import { createDevice } from "@foyer/contract/office/gate/devices.ts";
import { instantOf } from "@foyer/rules/dates/localTime.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "../../shared/Form.tsx";
import { todayOf } from "../../shared/format/format.ts";
import { DayInput } from "../../shared/fields/DayInput.tsx";
import type { Pairing } from "./PairingDialog.tsx";
import css from "./GateScreen.module.css";

type Named = { readonly id: string; readonly name: string };
type DeviceDialogProps = {
  readonly slug: string;
  readonly timezone: string;
  readonly events: readonly Named[];
  readonly venues: readonly Named[];
  readonly onClose: () => void;
  readonly onCreated: (pairing: Pairing) => void;
};

const spans = [
  { label: "12 hours", hours: 12 },
  { label: "A week", hours: 24 * 7 },
  { label: "A month", hours: 24 * 30 },
  { label: "A year", hours: 24 * 365 },
  { label: "Until the end of a day", hours: 0 },
] as const;

const endsIn = (hours: number): string => `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19)}Z`;

/** A new device: its name, what it scans for, and until when. */
export function DeviceDialog({ slug, timezone, events, venues, onClose, onCreated }: DeviceDialogProps) {
  const [hours, setHours] = useState<number>(spans[0].hours);
  const [day, setDay] = useState(() => todayOf(timezone));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { run, isBusy, failure, errorOf } = useAction(async (name: string) => {
    const ofChosen = (list: readonly Named[]): string[] =>
      list.filter(({ id }) => chosen.includes(id)).map(({ id }) => id);
    const ends_at = hours === 0 ? instantOf(day, "24:00", timezone) : endsIn(hours);
    const device = { name, event_ids: ofChosen(events), venue_ids: ofChosen(venues), ends_at };
    onCreated({ ...(await callOffice(createDevice, device, slug)), name });
  });
  const toggle = (id: string): void =>
    setChosen((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]));
  return (
    <Dialog title="New device" onClose={onClose}>
      <ActionForm
        label="New device"
        failure={failure}
        fields={hours === 0 ? ["name", "ends_at"] : ["name"]}
        onSubmit={({ name = "" }) => run(name)}
      >
        <Field label="Name" error={errorOf("name", "Give it a name, such as Main gate.")} required>
          <TextInput name="name" maxLength={60} />
        </Field>
        <label className={css.span}>
          <span>It scans for</span>
          <select value={hours} onChange={({ target }) => setHours(Number(target.value))}>
            {spans.map((span) => (
              <option key={span.hours} value={span.hours}>
                {span.label}
              </option>
            ))}
          </select>
        </label>
        {hours === 0 && (
          <Field label="Last day" error={errorOf("ends_at", "A day from today, within a year.")} required>
            <DayInput value={day} onChange={(chosen) => setDay(chosen || todayOf(timezone))} />
          </Field>
        )}
        <fieldset className={css.scope}>
          <legend>Only for (none: everything)</legend>
          {[...venues, ...events].map(({ id, name }) => (
            <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
          ))}
        </fieldset>
        <SubmitActions onCancel={onClose} busy={isBusy}>
          Show the code
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}
