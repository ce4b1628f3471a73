import { use, useState } from "react";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { startsBetween } from "@foyer/rules/schedule/expandSchedules.ts";
import { count } from "../../../shared/format/format.ts";
import { ChapterForm, isPathWithin, FieldNotes, TextField, useMessagesWithin } from "../ChapterFields.tsx";
import { ListField } from "../fields/SettingFields.tsx";
import { recordOf, recordsOf, removeAt, replaceAt, textOf, withField, type Loose } from "../document.ts";
import { ClockFields } from "./ClockFields.tsx";
import { listField, timesOf, weekdayList, weekdays } from "./scheduleFields.ts";
import { TimeField } from "./TimeField.tsx";
import { AddButton } from "../fields/AddButton.tsx";
import { RemoveButton } from "../fields/RemoveButton.tsx";
import css from "./schedule.module.css";

type Props = { readonly schedule: Loose; readonly at: string; readonly onEdit: (schedule: Loose) => void };

/** The weeks of a season: on which days, at which times, for how long. */
export function WeekFields({ schedule, at, onEdit }: Props) {
  const weekly = recordsOf(schedule["weekly"]);
  const set = (next: readonly Loose[]) => onEdit(listField(schedule, "weekly", next));
  return (
    <div className={css.part}>
      <h3>Every week</h3>
      {weekly.map((pattern, index) => (
        <Pattern
          key={index}
          pattern={pattern}
          name={`Week times ${index + 1}`}
          at={`${at}.weekly[${index}]`}
          onEdit={(next) => set(replaceAt(weekly, index, next))}
          onRemove={weekly.length > 1 ? () => set(removeAt(weekly, index)) : undefined}
        />
      ))}
      <AddButton onClick={() => set([...weekly, { on: [], at: ["18:00"], minutes: 60 }])}>Add other times</AddButton>
    </div>
  );
}

type PatternProps = {
  readonly pattern: Loose;
  readonly name: string;
  readonly at: string;
  readonly onEdit: (pattern: Loose) => void;
  readonly onRemove: (() => void) | undefined;
};

function Pattern({ pattern, name, at, onEdit, onRemove }: PatternProps) {
  const { isReadOnly } = use(ChapterForm);
  return (
    <fieldset className={css.pattern}>
      <legend className={css.legend}>{name}</legend>
      <WeekdayChoice record={pattern} at={at} onEdit={onEdit} />
      <Starts pattern={pattern} at={at} onEdit={onEdit} />
      <Length record={pattern} at={at} onEdit={onEdit} />
      <ClockFields record={pattern} at={at} onEdit={onEdit} />
      <div className={css.row}>
        <TextField
          record={pattern}
          at={at}
          onEdit={onEdit}
          name="capacity"
          label="Places at these times"
          isNumber
          hint="Empty: as in the season."
        />
        <TextField
          record={pattern}
          at={at}
          onEdit={onEdit}
          name="oversell_capacity"
          label="Extra places"
          isNumber
          hint="Empty: as in the season."
        />
        <NthField record={pattern} at={at} onEdit={onEdit} />
        {!isReadOnly && onRemove && <RemoveButton name={name.toLowerCase()} onRemove={onRemove} />}
      </div>
      <FieldNotes of={(path) => path === at} />
    </fieldset>
  );
}

type RecordProps = { readonly record: Loose; readonly at: string; readonly onEdit: (record: Loose) => void };

/** Which occurrences of the weekday in a month, such as the first or the last. */
export const NthField = (props: RecordProps) => (
  <ListField
    {...props}
    name="nth"
    label="Only some weeks of a month"
    hint="1 is the first such weekday of the month, -1 the last. Separate them by commas. Empty: all."
    isNumber
  />
);

/** A switch for each weekday. */
export function WeekdayChoice({ record, at, onEdit }: RecordProps) {
  const { isReadOnly } = use(ChapterForm);
  const chosen = weekdayList(record["on"]);
  const toggle = (day: string): void => {
    const next = weekdays.map(({ value }) => value).filter((one) => chosen.includes(one) !== (one === day));
    onEdit(withField(record, "on", next));
  };
  return (
    <div role="group" aria-label="On" className={css.weekdays}>
      {weekdays.map(({ value, short, long }) => (
        <button
          key={value}
          type="button"
          className={css.weekday}
          aria-pressed={chosen.includes(value)}
          aria-label={long}
          disabled={isReadOnly}
          onClick={() => toggle(value)}
        >
          {short}
        </button>
      ))}
      <FieldNotes of={(path) => isPathWithin(path, `${at}.on`)} />
    </div>
  );
}

function Starts({ pattern, at, onEdit }: { pattern: Loose; at: string; onEdit: (pattern: Loose) => void }) {
  const { isReadOnly } = use(ChapterForm);
  const isEven = pattern["every"] !== undefined;
  const every = recordOf(pattern["every"]);
  const steps = {
    minutes: Number(every["minutes"]),
    from: textOf(every["from"]),
    to: textOf(every["to"]),
  };
  const starts = isEven && Number.isInteger(steps.minutes) && steps.from && steps.to ? startsBetween(steps) : [];
  const choose = (form: string): void => {
    const { at: times, every: _, ...rest } = pattern;
    if (form === "every") onEdit({ ...rest, every: { minutes: 30, from: "10:00", to: "16:30" } });
    // The times that the steps produced are a good starting point.
    else onEdit({ ...rest, at: times ?? (starts.length > 0 ? starts : ["10:00"]) });
  };
  const setStep = (next: Loose): void => onEdit(withField(pattern, "every", next));
  return (
    <>
      <RadioGroup
        legend="They start"
        value={isEven ? "every" : "at"}
        onChange={choose}
        options={[
          { value: "every", label: "Every so many minutes", disabled: isReadOnly },
          { value: "at", label: "At single times", disabled: isReadOnly },
        ]}
      />
      {isEven ? (
        <>
          <div className={css.row}>
            <TextField
              record={every}
              at={`${at}.every`}
              onEdit={setStep}
              name="minutes"
              label="Every … minutes"
              isNumber
            />
            <TimeField record={every} at={`${at}.every`} onEdit={setStep} name="from" label="First start" />
            <TimeField record={every} at={`${at}.every`} onEdit={setStep} name="to" label="Last start" />
          </div>
          {starts.length > 0 && (
            <p className={css.quiet}>
              {count(starts.length, "start")} a day, the last at {starts.at(-1)}.
            </p>
          )}
        </>
      ) : (
        <Times pattern={pattern} at={at} onEdit={onEdit} />
      )}
    </>
  );
}

/** Times are typed as text, and parsed when the field is left or they are complete. */
function Times({ pattern, at, onEdit }: { pattern: Loose; at: string; onEdit: (pattern: Loose) => void }) {
  const { isReadOnly } = use(ChapterForm);
  const times = Array.isArray(pattern["at"]) ? pattern["at"].map(String) : [];
  const [typed, setTyped] = useState(times.join(", "));
  const shown = timesOf(typed).join() === times.join() ? typed : times.join(", ");
  return (
    <Field label="Times" {...useMessagesWithin(`${at}.at`, "Like 10:00, 14:30.")}>
      <TextInput
        value={shown}
        readOnly={isReadOnly}
        onChange={({ target }) => {
          setTyped(target.value);
          onEdit(withField(pattern, "at", timesOf(target.value)));
        }}
        onBlur={() => setTyped(times.join(", "))}
      />
    </Field>
  );
}

/** A length in minutes, or an end time. */
export function Length({ record, at, onEdit }: RecordProps) {
  const { isReadOnly } = use(ChapterForm);
  const hasEnd = record["ends"] !== undefined;
  const choose = (form: string): void => {
    const { minutes: _m, ends: _e, ...rest } = record;
    onEdit(form === "ends" ? { ...rest, ends: "17:00" } : { ...rest, minutes: 60 });
  };
  return (
    <div className={css.row}>
      <RadioGroup
        legend="They end"
        value={hasEnd ? "ends" : "minutes"}
        onChange={choose}
        options={[
          { value: "minutes", label: "After so many minutes", disabled: isReadOnly },
          { value: "ends", label: "All at one time", disabled: isReadOnly },
        ]}
      />
      {hasEnd ? (
        <TimeField record={record} at={at} onEdit={onEdit} name="ends" label="End" />
      ) : (
        <TextField record={record} at={at} onEdit={onEdit} name="minutes" label="Length in minutes" isNumber />
      )}
    </div>
  );
}
