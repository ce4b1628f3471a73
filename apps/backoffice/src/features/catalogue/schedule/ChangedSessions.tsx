import { use } from "react";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { ChapterForm, FieldNotes, TextField } from "../ChapterFields.tsx";
import { FlagField } from "../fields/SettingFields.tsx";
import { recordOf, recordsOf, removeAt, replaceAt, withField, type Loose } from "../document.ts";
import { DaysFields } from "./DaysFields.tsx";
import { OwnPrices } from "./OwnPrices.tsx";
import { listField } from "./scheduleFields.ts";
import { SessionChangeFields } from "./SessionChangeFields.tsx";
import { TimeField } from "./TimeField.tsx";
import { NthField, WeekdayChoice } from "./WeekFields.tsx";
import { AddButton } from "../fields/AddButton.tsx";
import { RemoveButton } from "../fields/RemoveButton.tsx";
import css from "./schedule.module.css";

type Props = {
  readonly schedule: Loose;
  readonly at: string;
  readonly today: string;
  readonly onEdit: (schedule: Loose) => void;
};

/** Sessions that differ from their week. Later changes of the week leave them unchanged. */
export function ChangedSessions({ schedule, at, today, onEdit }: Props) {
  const list = recordsOf(schedule["changed"]);
  const set = (next: readonly Loose[]) => onEdit(listField(schedule, "changed", next));
  return (
    <div className={css.part}>
      <h3>Changed sessions</h3>
      {list.length === 0 && <p className={css.quiet}>Every session follows the weekly times.</p>}
      {list.map((change, index) => (
        <Change
          key={index}
          change={change}
          name={`Change ${index + 1}`}
          at={`${at}[${index}]`}
          today={today}
          onEdit={(next) => set(replaceAt(list, index, next))}
          onRemove={() => set(removeAt(list, index))}
        />
      ))}
      {list.length > 1 && <p className={css.quiet}>If two changes match a session, the first one applies.</p>}
      <AddButton onClick={() => set([...list, { days: today, capacity: 0 }])}>Add a change</AddButton>
    </div>
  );
}

type ChangeProps = {
  readonly change: Loose;
  readonly name: string;
  readonly at: string;
  readonly today: string;
  readonly onEdit: (change: Loose) => void;
  readonly onRemove: () => void;
};

function Change({ change, name, at, today, onEdit, onRemove }: ChangeProps) {
  const { isReadOnly } = use(ChapterForm);
  const shared = { record: change, at, onEdit };
  const time = recordOf(change["time"]);
  const setTime = (next: Loose): void =>
    onEdit(withField(change, "time", Object.keys(next).length > 0 ? next : undefined));
  // An empty list of weekdays would be an error; without the field, all weekdays are included.
  const setDays = (next: Loose): void =>
    onEdit(Array.isArray(next["on"]) && next["on"].length === 0 ? withField(next, "on", undefined) : next);
  return (
    <fieldset className={css.pattern}>
      <legend className={css.legend}>{name}</legend>
      <FieldNotes of={(path) => path === at} />
      <Checkbox
        label="Only on some days"
        checked={change["days"] !== undefined}
        disabled={isReadOnly}
        onChange={({ target }) => onEdit(withField(change, "days", target.checked ? today : undefined))}
      />
      {change["days"] !== undefined && (
        <div className={css.row}>
          <DaysFields days={change["days"]} at={`${at}.days`} onEdit={(days) => onEdit({ ...change, days })} />
        </div>
      )}
      <WeekdayChoice record={change} at={at} onEdit={setDays} />
      <div className={css.row}>
        <TimeField
          record={time}
          at={`${at}.time`}
          onEdit={setTime}
          name="from"
          label="Starts from"
          hint="Empty: from the first."
        />
        <TimeField
          record={time}
          at={`${at}.time`}
          onEdit={setTime}
          name="until"
          label="Starts before"
          hint="Empty: to the last."
        />
        <TextField
          record={change}
          at={at}
          onEdit={onEdit}
          name="capacity"
          label="New number of places"
          isNumber
          hint="0: none are sold."
        />
      </div>
      <SessionChangeFields {...shared} />
      <div className={css.row}>
        <NthField {...shared} />
        <TextField {...shared} name="minutes" label="New length in minutes" isNumber />
        <TimeField {...shared} name="ends" label="New end" />
      </div>
      <OwnPrices {...shared} />
      <div className={css.row}>
        <FlagField {...shared} name="cancelled" label="Cancelled: shown but not sold" />
        {!isReadOnly && <RemoveButton name={name.toLowerCase()} onRemove={onRemove} />}
      </div>
    </fieldset>
  );
}
