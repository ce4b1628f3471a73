import { use } from "react";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { ChapterForm, useMessagesWithin } from "../ChapterFields.tsx";
import { recordOf, textOf } from "../document.ts";
import { isDay } from "./scheduleFields.ts";
import css from "./schedule.module.css";

type Span = { readonly from: string; readonly until: string };
const isYearly = (day: string): boolean => /^\d\d-\d\d$/.test(day);

/** One day or a span of days, as the document has them. */
const spanOf = (days: unknown): Span => {
  if (typeof days === "string") return { from: days, until: days };
  const { from, until } = recordOf(days);
  return { from: textOf(from), until: textOf(until) };
};
const written = ({ from, until }: Span): unknown => (from === until ? from : { from, until });

/** For days that recur every year, the field uses a year with a 29 February. */
const leapYear = "2028";

type Props = {
  readonly days: unknown;
  /** Their path in the chapter. */
  readonly at: string;
  readonly onEdit: (days: unknown) => void;
};

/** One day or several, once or every year. */
export function DaysFields({ days, at, onEdit }: Props) {
  const { isReadOnly } = use(ChapterForm);
  const messages = useMessagesWithin(at);
  const { from, until } = spanOf(days);
  const isEveryYear = isYearly(from);
  const isPlain = [from, until].every((day) => day === "" || isDay(day) || isYearly(day));
  if (!isPlain)
    return (
      <Field label="Days from the file" {...messages}>
        <TextInput value={from === until ? from : `${from} until ${until}`} readOnly />
      </Field>
    );
  const shown = (day: string): string => (isYearly(day) ? `${leapYear}-${day}` : day);
  const stored = (day: string): string => (isEveryYear && isDay(day) ? day.slice(5) : day);
  const choose = (span: Span): void => onEdit(written(span));
  const repeat = (every: boolean): void => {
    const change = (day: string): string => (every ? (isDay(day) ? day.slice(5) : day) : shown(day));
    choose({ from: change(from), until: change(until) });
  };
  return (
    <>
      <Field label="First day" {...messages}>
        <TextInput
          type="date"
          value={shown(from)}
          readOnly={isReadOnly}
          onChange={({ target }) => {
            const day = stored(target.value);
            choose({ from: day, until: until === from || until < day ? day : until });
          }}
        />
      </Field>
      <Field label="Last day">
        <TextInput
          type="date"
          value={shown(until)}
          readOnly={isReadOnly}
          onChange={({ target }) => choose({ from, until: stored(target.value) || from })}
        />
      </Field>
      <div className={css.check}>
        <Checkbox
          label="Every year"
          checked={isEveryYear}
          disabled={isReadOnly}
          onChange={({ target }) => repeat(target.checked)}
        />
      </div>
    </>
  );
}
