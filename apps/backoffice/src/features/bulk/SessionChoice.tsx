import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { formatVisit } from "../../shared/format/format.ts";
import { DayInput } from "../../shared/fields/DayInput.tsx";
import { LoadState } from "../../shared/LoadState.tsx";
import { sessionsOfDayQuery } from "./bulkQueries.ts";
import css from "./BulkScreen.module.css";

type SessionChoiceProps = {
  readonly slug: string;
  readonly initialDay: string | undefined;
  readonly chosen: readonly string[];
  readonly onChoose: (session_ids: readonly string[]) => void;
};

/** The sessions of a day, to choose from. Chosen sessions of other days stay chosen. */
export function SessionChoice({ slug, initialDay, chosen, onChoose }: SessionChoiceProps) {
  const [day, setDay] = useState(initialDay);
  const query = useQuery(sessionsOfDayQuery(slug, day));
  const { data } = query;
  const sessions = data?.sessions.filter((session) => session.day === data.day) ?? [];
  const ofDay = sessions.map(({ id }) => id);
  const elsewhere = chosen.filter((id) => !ofDay.includes(id)).length;
  const toggle = (id: string): void =>
    onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <fieldset className={css.fieldset}>
      <legend className={css.legend}>Sessions</legend>
      <div className={css.day}>
        <Field label="Day">
          <DayInput value={day ?? data?.day ?? ""} onChange={(chosen) => setDay(chosen || undefined)} />
        </Field>
        {sessions.length > 1 && (
          <Button size="small" onClick={() => onChoose([...new Set([...chosen, ...ofDay])])}>
            Choose the whole day
          </Button>
        )}
        {chosen.length > 0 && (
          <Button size="small" kind="text" onClick={() => onChoose([])}>
            Choose none
          </Button>
        )}
      </div>
      <LoadState query={query} skeleton="control" count={2} />
      {data && sessions.length === 0 && <p className={css.quiet}>No sessions on this day.</p>}
      <div className={css.choices}>
        {sessions.map((session) => (
          <Checkbox
            key={session.id}
            checked={chosen.includes(session.id)}
            onChange={() => toggle(session.id)}
            label={`${formatVisit(session)} · ${session.event}`}
            hint={`${session.sold} sold`}
          />
        ))}
      </div>
      {elsewhere > 0 && <p className={css.quiet}>{elsewhere} more on other days</p>}
    </fieldset>
  );
}
