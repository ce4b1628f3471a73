import type { Attendee } from "@foyer/rules/forms/attendees.ts";
import { emptyAttendee } from "@foyer/rules/forms/attendees.ts";
import { detailField, type DetailGroup, type DetailTicket } from "@foyer/rules/forms/ticketDetails.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput, type TextInputProps } from "@foyer/ui/form/TextInput.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { emailInput } from "../../../shared/form/inputKinds.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { detailStrings } from "./details.strings.ts";
import css from "./DetailFields.module.css";
import { useFieldError, useLabelText, useTicketName } from "./detailText.ts";
import { FormStep } from "../../../shared/form/FormStep.tsx";
import type { DetailFieldsState, TicketDetailsState } from "./detailsState.ts";

const inputAttributes = {
  first: { autoComplete: "given-name" },
  last: { autoComplete: "family-name" },
  email: emailInput,
} satisfies Record<keyof Attendee, TextInputProps>;

type AttendeesProps = { readonly groups: readonly DetailGroup[]; readonly details: TicketDetailsState };

/** The person for each ticket, or the value that is asked for instead. */
export function Attendees({ groups, details }: AttendeesProps) {
  const t = useText(detailStrings);
  const isLabelled = groups.every(({ fields }) => fields.label !== undefined);
  return (
    <FormStep name="attendees" heading={t(`details.attendees.${isLabelled ? "label" : details.purpose}`)}>
      {groups.map((group) => (
        <div key={group.ticket_group_id} className={css.group}>
          {groups.length > 1 && <h3>{group.group_name}</h3>}
          {group.attendees.map((ticket) => (
            <AttendeeFieldset key={ticket.key} ticket={ticket} group={group} details={details} />
          ))}
        </div>
      ))}
    </FormStep>
  );
}

export type AttendeeFieldsProps = {
  readonly group: Pick<DetailGroup, "fields" | "handler">;
  readonly ticket: DetailTicket;
  readonly details: DetailFieldsState & Pick<TicketDetailsState, "purpose">;
};

/** The fields of one ticket. */
export function AttendeeFieldset({ ticket, group, details }: AttendeeFieldsProps) {
  const t = useText(detailStrings);
  const label = useLabelText(group);
  const ticketName = useTicketName();
  const { fields } = group;
  const { purpose } = details;
  const isVisit = purpose === "visit";
  const name = isVisit ? ticketName(ticket) : t(`details.person.${purpose}`);
  const fieldError = useFieldError(details);
  const attendee = details.input.attendees[ticket.key] ?? emptyAttendee;
  const last = label === undefined ? fields.names : "hidden";
  const requirement = { first: fields.names, last, email: fields.emails };
  const setField = (field: keyof Attendee, text: string) =>
    details.changeField(detailField.attendee(ticket.key, field), (input) => ({
      ...input,
      attendees: {
        ...input.attendees,
        [ticket.key]: { ...(input.attendees[ticket.key] ?? emptyAttendee), [field]: text },
      },
    }));
  return (
    <fieldset className={css.attendee}>
      <legend className={css.legend}>{isVisit ? name : <VisuallyHidden>{name}</VisuallyHidden>}</legend>
      {(["first", "last", "email"] as const)
        .filter((field) => requirement[field] !== "hidden")
        .map((field) => (
          <div key={field} className={css[field]}>
            <Field
              label={
                <>
                  {isVisit && <VisuallyHidden>{t("details.of", { ticket: name })}</VisuallyHidden>}
                  {label ?? t(`details.${field}`)}
                </>
              }
              required={requirement[field] === "required"}
              optional={requirement[field] === "optional" && t("details.optional")}
              error={fieldError(detailField.attendee(ticket.key, field))}
            >
              <TextInput
                {...inputAttributes[field]}
                // One autofill section per ticket, or the browser would enter the same person everywhere.
                autoComplete={
                  label === undefined
                    ? `section-${ticket.key.replace(/[^\w]/g, "-")} ${inputAttributes[field].autoComplete}`
                    : "off"
                }
                value={attendee[field]}
                onChange={(event) => setField(field, event.target.value)}
              />
            </Field>
          </div>
        ))}
    </fieldset>
  );
}
