import { use } from "react";
import { ChapterForm, FieldNotes, TextField } from "../ChapterFields.tsx";
import { FlagField } from "../fields/SettingFields.tsx";
import { removeAt, replaceAt, textOf, type Loose } from "../document.ts";
import { ClockFields } from "./ClockFields.tsx";
import { isDay } from "./scheduleFields.ts";
import { OwnPrices } from "./OwnPrices.tsx";
import { SessionChangeFields } from "./SessionChangeFields.tsx";
import { DayField, TimeField } from "./TimeField.tsx";
import { Length } from "./WeekFields.tsx";
import { AddButton } from "../fields/AddButton.tsx";
import { RemoveButton } from "../fields/RemoveButton.tsx";
import css from "./schedule.module.css";

type Props = {
  readonly title: string;
  /** The label of the button that adds a session. */
  readonly addLabel: string;
  /** The level of its heading: beside the seasons, or within one. */
  readonly level: 2 | 3;
  readonly hint: string;
  readonly list: readonly Loose[];
  readonly at: string;
  readonly onEdit: (list: readonly Loose[]) => void;
};

/** Sessions on individual days. */
export function SingleSessions({ title, addLabel, level, hint, list, at, onEdit }: Props) {
  const Heading = level === 2 ? "h2" : "h3";
  const add = (): void => onEdit([...list, { date: "", at: "19:00", minutes: 90 }]);
  return (
    <div className={css.part}>
      <Heading>{title}</Heading>
      <p className={css.quiet}>{hint}</p>
      {list.map((single, index) => (
        <Single
          key={index}
          single={single}
          name={`${title}, ${index + 1}`}
          at={`${at}[${index}]`}
          onEdit={(next) => onEdit(replaceAt(list, index, next))}
          onRemove={() => onEdit(removeAt(list, index))}
        />
      ))}
      <AddButton onClick={add}>{addLabel}</AddButton>
    </div>
  );
}

type SingleProps = {
  readonly single: Loose;
  readonly name: string;
  readonly at: string;
  readonly onEdit: (single: Loose) => void;
  readonly onRemove: () => void;
};

function Single({ single, name, at, onEdit, onRemove }: SingleProps) {
  const { isReadOnly } = use(ChapterForm);
  const shared = { record: single, at, onEdit };
  const date = textOf(single["date"]);
  return (
    <fieldset className={css.pattern}>
      <legend className={css.legend}>{name}</legend>
      <div className={css.row}>
        {date === "" || isDay(date) ? (
          // A day that is not chosen yet is an error, rather than absent.
          <DayField {...shared} onEdit={(next) => onEdit({ date: "", ...next })} name="date" label="Day" />
        ) : (
          <TextField {...shared} name="date" label="Day" hint="Counted from today." />
        )}
        <TimeField {...shared} name="at" label="Start" />
        <TextField {...shared} name="capacity" label="Places" isNumber />
      </div>
      <Length {...shared} />
      <ClockFields {...shared} />
      <SessionChangeFields {...shared} />
      <FlagField {...shared} name="cancelled" label="Cancelled: shown but not sold" />
      <OwnPrices {...shared} />
      {!isReadOnly && (
        <div>
          <RemoveButton name={name.toLowerCase()} onRemove={onRemove} />
        </div>
      )}
      <FieldNotes of={(path) => path === at} />
    </fieldset>
  );
}
