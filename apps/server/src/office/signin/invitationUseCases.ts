import type { acceptInvitation, joinSeller, openInvitation } from "@foyer/contract/office/staff/signIn.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { newId } from "../../db/newId.ts";
import { Refused } from "../../errors/refused.ts";
import type { AccountContext, OfficeContext } from "../../http/staff/staffContext.ts";
import { auditAccount, changing } from "../../modules/audit/audit.ts";
import { noticeMailer } from "../../modules/staff/notices/accountMailer.ts";
import { findAccount, insertAccount, makeOperator } from "../../modules/staff/accounts.ts";
import { insertGrants, lockGrants } from "../../modules/staff/grants.ts";
import { invitationOf, lockInvitationOfLink, markAccepted, type Invitation } from "../../modules/staff/invitations.ts";
import { isStillInvited } from "../../modules/staff/isStillInvited.ts";
import { beginSignIn } from "../../modules/staff/signIns.ts";
import { queueNotice, rolesInWords } from "../../modules/staff/staffEmails.ts";
import { hashStaffPassword } from "../../modules/staff/staffPassword.ts";
import { sellerNameOf } from "./sellerName.sql.ts";

/** The invitation is used, withdrawn or expired; the reply does not say which. */
const over = (): Refused => new Refused({ code: "invitation_over", context: "staff" });

export const readInvitation = async (
  { db }: OfficeContext,
  { token }: StaffReceived<typeof openInvitation>,
): Promise<StaffReply<typeof openInvitation>> => {
  const invitation = await invitationOf(db, token);
  if (!invitation || !(await isStillInvited(db, invitation))) throw over();
  const { email, roles, invited_to } = invitation;
  const seller = invited_to === null ? null : ((await sellerNameOf(db, invited_to)) ?? null);
  return { email, roles: [...roles], seller, has_account: (await findAccount(db, email)) !== undefined };
};

/** Creates an account with its first role, and signs in. */
export const acceptWithNewAccount = async (
  ctx: OfficeContext,
  { token, name, password }: StaffReceived<typeof acceptInvitation>,
): Promise<Nothing> => {
  const invitation = await invitationOf(ctx.db, token);
  if (!invitation) throw over();
  if (await findAccount(ctx.db, invitation.email)) throw hasAccount();
  const hash = await hashStaffPassword(password, { email: invitation.email, name });
  await changing(ctx, async (ctx) => {
    const locked = await lockInvitationOfLink(ctx.db, token);
    if (!locked) throw over();
    const id = await insertAccount(ctx.db, { id: newId(), email: locked.email, name, password: hash });
    if (id === undefined) throw hasAccount();
    await takeUp(ctx, locked, id);
    // Outside production a second factor is optional, and until one is set up the password counts as proof.
    await beginSignIn(ctx, id, { isProved: !ctx.production });
  });
  return {};
};

/** Adds the roles to the signed-in account, which must have the invited address. */
export const acceptSignedIn = async (
  ctx: AccountContext,
  { token }: StaffReceived<typeof joinSeller>,
): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    const locked = await lockInvitationOfLink(ctx.db, token);
    if (!locked || locked.email.toLowerCase() !== ctx.staff.email.toLowerCase()) throw over();
    const given = await takeUp(ctx, locked, ctx.staff.id);
    const detail = locked.invited_to === null ? "operator" : rolesInWords(given);
    const mailer = await noticeMailer(ctx, ctx.staff.id);
    if (mailer && detail !== "") await queueNotice(mailer, "role_given", { to_address: ctx.staff.email, detail });
  });
  return {};
};

const takeUp = async (ctx: OfficeContext, invitation: Invitation, staff_id: string) => {
  const { id, invited_to, roles, invited_by } = invitation;
  if (!(await isStillInvited(ctx.db, invitation))) throw over();
  // A suspended person has to be reinstated, and cannot return by another role.
  const held = invited_to === null ? [] : await lockGrants({ db: ctx.db, seller: { id: invited_to } }, staff_id);
  if (held.some(({ suspended_at }) => suspended_at !== null)) throw over();
  await markAccepted(ctx.db, id, staff_id);
  if (invited_to === null) await makeOperator(ctx.db, staff_id);
  const given =
    invited_to === null
      ? []
      : await insertGrants({ db: ctx.db, seller: { id: invited_to } }, staff_id, roles, invited_by);
  await auditAccount(ctx, staff_id, { action: "staff.joined", after: { roles } });
  return given;
};

const hasAccount = (): Refused =>
  new Refused({
    code: "email_taken",
    context: "staff",
    description: "This address has a staff account. Sign in to accept.",
  });
