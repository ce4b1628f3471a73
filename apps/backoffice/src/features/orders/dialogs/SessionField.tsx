import { queryOptions } from "@tanstack/react-query";
import { listMoveTargets } from "@foyer/contract/office/orders/deskOrder.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { callOffice } from "../../../shared/call.ts";
import { formatVisit } from "../../../shared/format/format.ts";

/** The sessions of an event on a day with their places left, and the event's ticket types. */
export const moveTargetsQuery = (
  slug: string,
  { event_template_id, day }: { readonly event_template_id: string; readonly day: string },
) =>
  queryOptions({
    queryKey: ["move-targets", slug, event_template_id, day],
    queryFn: () => callOffice(listMoveTargets, { event_template_id, day }, slug),
    enabled: day !== "" && event_template_id !== "",
  });

type SessionFieldProps = {
  readonly targets: StaffReply<typeof listMoveTargets> | undefined;
  readonly value: string;
  readonly onChoose: (event_session_id: string) => void;
};

/** Chooses a session of the day. */
export function SessionField({ targets, value, onChoose }: SessionFieldProps) {
  return (
    <Field label="Time" required hint={targets?.sessions.length === 0 ? "Nothing takes place on this day." : undefined}>
      <Select
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        placeholder="Choose"
        options={
          targets?.sessions.map(({ left, ...session }) => ({
            value: session.event_session_id,
            label: `${formatVisit(session)}${left === null ? "" : left === 0 ? " · full" : ` · ${left} left`}`,
          })) ?? []
        }
      />
    </Field>
  );
}
