import type { Attendee } from "@foyer/rules/attendees.ts";
import { detailField, nobody, type DetailGroup, type DetailTicket } from "@foyer/rules/ticketDetails.ts";
import { Field } from "@foyer/ui/Field.tsx";
import { TextInput, type TextInputProps } from "@foyer/ui/TextInput.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { useText } from "../../shared/seller.tsx";
import { detailStrings } from "./detail.strings.ts";
import css from "./DetailFields.module.css";
import { useSaid, useTicketName } from "./detailWords.ts";
import { Step } from "./Step.tsx";
import type { Details } from "./useTicketDetails.ts";

const wiring = {
  first: { autoComplete: "given-name" },
  last: { autoComplete: "family-name" },
  email: { autoComplete: "email", type: "email", inputMode: "email", spellCheck: false, autoCapitalize: "off" },
} satisfies Record<keyof Attendee, TextInputProps>;

type AttendeesProps = { readonly groups: readonly DetailGroup[]; readonly details: Details };

/** Who comes with each ticket. */
export function Attendees({ groups, details }: AttendeesProps) {
  const t = useText(detailStrings);
  return (
    <Step name="attendees" heading={t(`details.attendees.${details.purpose}`)}>
      {groups.map((group) => (
        <div key={group.ticket_group_id} className={css.group}>
          {groups.length > 1 && <h3>{group.group_name}</h3>}
          {group.attendees.map((ticket) => (
            <AttendeeFields key={ticket.key} ticket={ticket} ask={group.ask} details={details} />
          ))}
        </div>
      ))}
    </Step>
  );
}

type AttendeeFieldsProps = Pick<DetailGroup, "ask"> & {
  readonly ticket: DetailTicket;
  readonly details: Details;
};

function AttendeeFields({ ticket, ask, details }: AttendeeFieldsProps) {
  const t = useText(detailStrings);
  const ticketName = useTicketName();
  const { purpose } = details;
  const isVisit = purpose === "visit";
  const name = isVisit ? ticketName(ticket) : t(`details.person.${purpose}`);
  const said = useSaid(details);
  const attendee = details.typed.attendees[ticket.key] ?? nobody;
  const asked = { first: ask.names, last: ask.names, email: ask.emails };
  const put = (field: keyof Attendee, text: string) =>
    details.type(detailField.attendee(ticket.key, field), (typed) => ({
      ...typed,
      attendees: {
        ...typed.attendees,
        [ticket.key]: { ...(typed.attendees[ticket.key] ?? nobody), [field]: text },
      },
    }));
  return (
    <fieldset className={css.attendee}>
      <legend className={css.legend}>{isVisit ? name : <VisuallyHidden>{name}</VisuallyHidden>}</legend>
      {(["first", "last", "email"] as const)
        .filter((field) => asked[field] !== "hidden")
        .map((field) => (
          <div key={field} className={css[field]}>
            <Field
              label={
                <>
                  {isVisit && <VisuallyHidden>{t("details.of", { ticket: name })}</VisuallyHidden>}
                  {t(`details.${field}`)}
                </>
              }
              required={asked[field] === "required"}
              optional={asked[field] === "optional" && t("details.optional")}
              error={said(detailField.attendee(ticket.key, field))}
            >
              <TextInput
                {...wiring[field]}
                // Everyone's own section: a browser fills in one person, not the same one everywhere.
                autoComplete={`section-${ticket.key.replace(/[^\w]/g, "-")} ${wiring[field].autoComplete}`}
                value={attendee[field]}
                onChange={(event) => put(field, event.target.value)}
              />
            </Field>
          </div>
        ))}
    </fieldset>
  );
}
