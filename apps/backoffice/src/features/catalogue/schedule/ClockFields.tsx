import { ChoiceField, MoreFields } from "../ChapterFields.tsx";
import type { Loose } from "../document.ts";
import css from "./schedule.module.css";

type Props = { readonly record: Loose; readonly at: string; readonly onEdit: (record: Loose) => void };

/** What happens to a start time at a clock change. Few schedules have one there; the calendar asks about those. */
export function ClockFields({ record, at, onEdit }: Props) {
  const shared = { record, at, onEdit };
  return (
    <MoreFields
      label="When the clocks change"
      isUsed={record["when_skipped"] !== undefined || record["when_repeated"] !== undefined}
    >
      <div className={css.row}>
        <ChoiceField
          {...shared}
          name="when_skipped"
          label="A start that is skipped"
          options={[
            { value: "", label: "Is not chosen" },
            { value: "move", label: "Is as much later" },
            { value: "omit", label: "Does not take place" },
          ]}
        />
        <ChoiceField
          {...shared}
          name="when_repeated"
          label="A start that comes twice"
          options={[
            { value: "", label: "Is not chosen" },
            { value: "first", label: "Is the first" },
            { value: "second", label: "Is the second" },
          ]}
        />
      </div>
    </MoreFields>
  );
}
