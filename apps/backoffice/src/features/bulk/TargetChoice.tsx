import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { formatVisit } from "../../shared/format/format.ts";
import { DayInput } from "../../shared/fields/DayInput.tsx";
import { LoadState } from "../../shared/LoadState.tsx";
import { filtersQuery } from "../orders/orderQueries.ts";
import { sessionsOfDayQuery, targetsQuery, type BulkDraft } from "./bulkQueries.ts";

type TargetChoiceProps = {
  readonly slug: string;
  readonly draft: BulkDraft;
  readonly initialDay: string | undefined;
  readonly onChoose: (session_id: string) => void;
};

/** The session of the same event that all tickets move to. For single orders, the event is chosen too. */
export function TargetChoice({ slug, draft, initialDay, onChoose }: TargetChoiceProps) {
  const [day, setDay] = useState(initialDay ?? "");
  const [chosenEvent, setEvent] = useState<string>();
  const board = useQuery(sessionsOfDayQuery(slug, initialDay));
  const filters = useQuery(filtersQuery(slug));
  const known = board.data?.sessions.find(({ id }) => draft.session_ids.includes(id))?.event_template_id;
  const event = known ?? chosenEvent ?? filters.data?.events[0]?.id;
  const sessions = useQuery(targetsQuery(slug, event, day));
  const targets = sessions.data?.sessions.filter(({ event_session_id: id }) => !draft.session_ids.includes(id)) ?? [];
  return (
    <>
      {known === undefined && (
        <Field label="Event">
          <Select
            value={event ?? ""}
            onChange={({ target }) => {
              setEvent(target.value);
              onChoose("");
            }}
            options={filters.data?.events.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          />
        </Field>
      )}
      <Field label="To the day">
        <DayInput
          value={day}
          onChange={(chosen) => {
            setDay(chosen);
            onChoose("");
          }}
        />
      </Field>
      <Field label="To the session">
        <Select
          value={draft.target}
          onChange={({ target }) => onChoose(target.value)}
          placeholder={day === "" ? "Choose a day first" : targets.length === 0 ? "None on this day" : "Choose"}
          options={targets.map((target) => ({
            value: target.event_session_id,
            label: `${formatVisit(target)}${target.left === null ? "" : ` · ${target.left} left`}`,
          }))}
        />
      </Field>
      {[filters, sessions].map((query, index) => (
        <LoadState key={index} query={query} />
      ))}
    </>
  );
}
