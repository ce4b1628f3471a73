import { ChoiceField, MoreFields } from "../ChapterFields.tsx";
import type { Loose } from "../document.ts";
import css from "./schedule.module.css";

type Props = { readonly record: Loose; readonly at: string; readonly onEdit: (record: Loose) => void };

/** What happens to a start time at a clock change. Few schedules have one there; the calendar asks about those. */
export function ClockFields({ record, at, onEdit }: Props) {
  const shared = { record, at, onEdit };
  return (
    <MoreFields {...shared} label="When the clocks change" names={["when_skipped", "when_repeated"]}>
      <div className={css.row}>
        <ChoiceField
          {...shared}
          name="when_skipped"
          label="A start that the clocks skip"
          options={[
            { value: "", label: "Not chosen" },
            { value: "move", label: "Starts later by the skipped time" },
            { value: "omit", label: "Does not take place" },
          ]}
        />
        <ChoiceField
          {...shared}
          name="when_repeated"
          label="A start that the clocks show twice"
          options={[
            { value: "", label: "Not chosen" },
            { value: "first", label: "Starts at the first" },
            { value: "second", label: "Starts at the second" },
          ]}
        />
      </div>
    </MoreFields>
  );
}
