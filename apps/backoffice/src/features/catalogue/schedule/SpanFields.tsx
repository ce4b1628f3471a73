import { use } from "react";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { resolveRelativeDay } from "@foyer/rules/schedule/relativeDates.ts";
import { ChapterForm, TextField, useMessagesAt } from "../ChapterFields.tsx";
import { textOf, type Loose } from "../document.ts";
import { dayText, isDay } from "./scheduleFields.ts";
import { DayField } from "./TimeField.tsx";
import css from "./schedule.module.css";

type Props = {
  readonly record: Loose;
  readonly at: string;
  readonly today: string;
  readonly onEdit: (record: Loose) => void;
};

/** The first and last day of a season, or the number of months that it extends ahead. */
export function SpanFields({ record, at, today, onEdit }: Props) {
  const from = textOf(record["from"]);
  const until = textOf(record["until"]);
  return (
    <div className={css.part}>
      <h3>Dates of the season</h3>
      <div className={css.row}>
        <Choice
          label="It begins"
          value={from === "today" ? "today" : isDay(from) || from === "" ? "day" : "written"}
          options={[
            { value: "today", label: "Now" },
            { value: "day", label: "On a day" },
            { value: "written", label: "As in the file" },
          ]}
          onChange={(form) => onEdit({ ...record, from: form === "today" ? "today" : dayOr(from, today, today) })}
        />
        {from !== "today" && <SpanDay record={record} at={at} onEdit={onEdit} name="from" label="First day" />}
      </div>
      <div className={css.row}>
        <Choice
          label="It ends"
          value={monthsOf(until) !== undefined ? "months" : isDay(until) || until === "" ? "day" : "written"}
          options={[
            { value: "months", label: "Never: continues some months ahead" },
            { value: "day", label: "On a day" },
            { value: "written", label: "As in the file" },
          ]}
          onChange={(form) =>
            onEdit({
              ...record,
              until: form === "months" ? "month+12" : dayOr(until, today, `${today.slice(0, 4)}-12-31`),
            })
          }
        />
        {monthsOf(until) === undefined ? (
          <SpanDay record={record} at={at} onEdit={onEdit} name="until" label="Last day" />
        ) : (
          <MonthsAhead record={record} at={at} today={today} onEdit={onEdit} />
        )}
      </div>
    </div>
  );
}

const monthsOf = (until: string): string | undefined => /^month\+(\d{1,3})$/.exec(until)?.[1];
const dayOr = (written: string, today: string, otherwise: string): string =>
  resolveRelativeDay(written, today) ?? otherwise;

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
};

/** The option 'As in the file' is offered only if a file has set another value. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  const { isReadOnly } = use(ChapterForm);
  return (
    <Field label={label}>
      <Select
        value={value}
        disabled={isReadOnly}
        options={options.filter((option) => option.value !== "written" || value === "written")}
        onChange={({ target }) => target.value !== "written" && onChange(target.value)}
      />
    </Field>
  );
}

type DayProps = Omit<Props, "today"> & { readonly name: string; readonly label: string };

function SpanDay({ record, ...props }: DayProps) {
  const written = textOf(record[props.name]);
  return written === "" || isDay(written) ? (
    <DayField {...props} record={record} />
  ) : (
    <TextField {...props} record={record} hint="Counted from today, such as month+3." />
  );
}

function MonthsAhead({ record, at, today, onEdit }: Props) {
  const { isReadOnly } = use(ChapterForm);
  const until = textOf(record["until"]);
  const last = resolveRelativeDay(until, today);
  return (
    <Field label="Months ahead" {...useMessagesAt(`${at}.until`, last && `Until ${dayText(last)} by today’s date.`)}>
      <TextInput
        inputMode="numeric"
        value={monthsOf(until) ?? ""}
        readOnly={isReadOnly}
        onChange={({ target }) => {
          const months = target.value.replaceAll(/\D/g, "").slice(0, 3);
          onEdit({ ...record, until: `month+${months === "" ? "0" : Number(months)}` });
        }}
      />
    </Field>
  );
}
