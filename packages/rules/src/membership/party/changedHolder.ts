import { checkAttendees } from "../../forms/attendees.ts";
import { partyFields, type PartyRule } from "./partyRule.ts";

/** The person on a card: each field is null if the level does not ask for it or it is empty. */
export type OnCard = { readonly name: string | null; readonly email: string | null };

export type HolderProblem = {
  readonly field: "holder_name" | "holder_email";
  /** `not_asked`: the level has no such field for this type. */
  readonly message: "required" | "not_asked" | "not_a_name" | "not_email";
};

/** The person on a card after a change, within the fields that the level has for the type. Other fields stay unchanged. */
export const changedHolder = (
  rule: Pick<PartyRule, "named" | "emailed">,
  current: OnCard,
  sent: OnCard,
): OnCard | { readonly problem: HolderProblem } => {
  const { names, emails } = partyFields(rule, false);
  if (names === "hidden" && sent.name !== null && sent.name !== current.name)
    return { problem: { field: "holder_name", message: "not_asked" } };
  if (emails === "hidden" && sent.email !== null && sent.email !== current.email)
    return { problem: { field: "holder_email", message: "not_asked" } };
  // An address that stays is not checked, so that a card can keep one from before the rule for addresses.
  const isSame = sent.email !== null && sent.email.toLowerCase() === current.email?.toLowerCase();
  const keepsEmail = emails === "hidden" || isSame;
  const result = checkAttendees(
    { names, emails: keepsEmail ? "hidden" : emails },
    { quantity: 1, admit_names: [sent.name ?? ""], admit_emails: [keepsEmail ? "" : (sent.email ?? "")] },
  );
  if ("problem" in result) {
    const { field, message } = result.problem;
    if (field === "admit_emails")
      return { problem: { field: "holder_email", message: message === "required" ? "required" : "not_email" } };
    return { problem: { field: "holder_name", message: message === "required" ? "required" : "not_a_name" } };
  }
  return {
    name: names === "hidden" ? current.name : (result.admit_names[0] ?? null),
    email: keepsEmail ? current.email : (result.admit_emails[0] ?? null),
  };
};
