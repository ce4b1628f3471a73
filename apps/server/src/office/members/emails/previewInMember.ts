import type { MemberEmails } from "@foyer/contract/office/members/memberEmails.ts";
import { rolledBack } from "../../../db/rolledBack.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { lockMemberCard } from "../../../modules/membership/cards/lockMemberCard.ts";
import { previewEmailOfKind } from "../../../providers/mail/previewEmail.ts";
import type { PersonRow } from "../memberPerson.sql.ts";
import { requireCardMember, type MemberContext } from "../memberTransaction.ts";

/**
 * E-mails as staff see them in advance. `made` is what only the change itself creates, such as a new number: it will be
 * another one, so it is left out.
 */
export const presentEmails = ({ email, notices }: MemberEmails, made: readonly string[] = []): MemberEmails => {
  const clean = (text: string): string => made.reduce((left, one) => left.replaceAll(one, "…"), text);
  const present = ({ to, subject, text }: MemberEmails["notices"][number]) => ({
    to,
    subject: clean(subject),
    text: clean(text),
  });
  return { email: email && present(email), notices: notices.map(present) };
};

type Previewed = { readonly membership_id: string; readonly kind: string; readonly also?: readonly string[] };

/**
 * The e-mail of a kind that a change of a membership would send, and those of other kinds with it. `work` makes the change
 * in a transaction that is rolled back, and returns what only the change itself creates.
 */
export const previewInMember = async (
  ctx: StaffContext,
  { membership_id, kind, also = [] }: Previewed,
  work: (tx: MemberContext, person: PersonRow) => Promise<readonly string[]>,
): Promise<MemberEmails> => {
  let made: readonly string[] = [];
  const emails = await previewEmailOfKind(
    kind,
    (emailOptions) =>
      rolledBack<MemberContext>({ ...ctx, emailOptions }, async (tx) => {
        await lockMemberCard(tx.db, tx.seller.id, membership_id);
        made = await work(tx, await requireCardMember(tx, membership_id));
      }),
    new Set([kind, ...also]),
  );
  return presentEmails(emails, made);
};

/** The e-mail of a kind that `work` queues, which reads only. */
export const previewAlone = async (
  ctx: StaffContext,
  kind: string,
  work: (ctx: MemberContext) => Promise<unknown>,
  made?: readonly string[],
): Promise<MemberEmails> => {
  const emails = await previewEmailOfKind(
    kind,
    async (emailOptions) => void (await work({ ...ctx, emailOptions })),
    new Set([kind]),
  );
  return presentEmails(emails, made);
};
