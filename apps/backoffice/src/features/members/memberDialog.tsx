import { auditActions, type AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import type { MemberPage, TermOfMember } from "@foyer/contract/office/members/memberPage.ts";
import { CallError } from "../../shared/call.ts";
import { formatMoment } from "../../shared/format/format.ts";
import { ReasonDialog, type ReasonDialogProps } from "../../shared/dialog/ReasonDialog.tsx";
import { refreshMembers } from "./memberQueries.ts";

export type MemberDialogProps = {
  readonly term: TermOfMember;
  readonly member: MemberPage;
  readonly slug: string;
  readonly permissions: readonly Permission[];
  readonly onClose: () => void;
};

type MemberFormProps = Omit<ReasonDialogProps, "describe"> & Pick<MemberDialogProps, "member" | "slug">;

/** Refusals of something that is no longer as the dialog shows it. */
const showsOldState: ReadonlySet<string> = new Set([
  "stale_version",
  "payment_incorrect_amount",
  "ticket_state_incorrect",
]);

/** A change of a membership, with its reason. If the membership was changed since, the refusal says by whom. */
export function MemberForm({ member, slug, send, ...dialog }: MemberFormProps) {
  return (
    <ReasonDialog
      {...dialog}
      send={async (reason) => {
        try {
          await send(reason);
        } catch (error) {
          if (error instanceof CallError && showsOldState.has(error.code)) await refreshMembers(slug);
          throw error;
        }
        await refreshMembers(slug);
      }}
      describe={(error) => describe(error, member)}
    />
  );
}

const isAction = (name: unknown): name is AuditAction => typeof name === "string" && Object.hasOwn(auditActions, name);

/** What is wrong with the person on a card, and what the level requires. */
const limitOf = ({ extra }: CallError): string | undefined => {
  const { message, limit } = extra;
  if (typeof message !== "string" || typeof limit !== "object" || limit === null) return undefined;
  const { level, type, min, max } = limit as Readonly<Record<string, unknown>>;
  const field = Array.isArray(extra["fields"]) && extra["fields"][0] === "holder_email" ? "email address" : "name";
  const card = `${String(type)} of ${String(level)}`;
  if (message === "too_many") return `${String(level)} has room for ${String(max)} × ${String(type)}, and not more.`;
  if (message === "too_few")
    return `${String(level)} needs ${String(min)} × ${String(type)}. Change who is on the card.`;
  if (message === "costs_money" || message === "holder" || message === "not_of_level") return undefined;
  if (message === "required") return `${card} needs ${field === "name" ? "a name" : "an email address"}.`;
  if (message === "not_asked") return `${card} has no ${field} of its own.`;
  return field === "name" ? "Enter a first and a last name." : "Enter an email address.";
};

const contactProblems: Readonly<Record<string, string>> = {
  required: "This seller requires it, so it cannot be empty.",
  not_zip: "Enter a post code of 4 to 10 letters or digits.",
  not_phone: "Enter a telephone number of this country, or one that begins with + and the country code.",
};

/** The error of the first wrong field among telephone and address. */
const problemOf = ({ extra: { problems } }: CallError): string | undefined => {
  const [first] = Array.isArray(problems) ? (problems as readonly { readonly message?: string }[]) : [];
  return first?.message === undefined ? undefined : contactProblems[first.message];
};

const describe = (error: CallError, { timezone }: MemberPage): string => {
  const { code, message, extra } = error;
  const { changed_by, changed_at, change } = extra;
  if (code === "validation_failed") return limitOf(error) ?? problemOf(error) ?? message;
  if (code !== "stale_version" || typeof changed_at !== "string" || !isAction(change)) return message;
  const what = auditActions[change].sentence.replace("{thing}", "this membership");
  const who = typeof changed_by === "string" ? changed_by : "Somebody";
  return `${who} ${what} on ${formatMoment(changed_at, timezone)}. Check the current version and try again.`;
};
