import { TextField } from "../ChapterFields.tsx";
import type { Loose } from "../document.ts";
import css from "./schedule.module.css";

type Props = { readonly record: Loose; readonly at: string; readonly onEdit: (record: Loose) => void };

/** What can be changed of sessions that have buyers, whether of a single one or of some of a week. */
export function SessionChangeFields(shared: Props) {
  return (
    <div className={css.row}>
      <TextField {...shared} name="oversell_capacity" label="Extra places" isNumber />
      <TextField
        {...shared}
        name="move_minutes"
        label="Minutes later"
        isNumber
        hint="Negative: earlier. Tickets stay."
      />
    </div>
  );
}
