import { parseArgs } from "node:util";
import { staffRoles, type StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { transact } from "../../db/transact.ts";
import { findSellerBySlug } from "../../http/sellerFinder.ts";
import { writeEntry } from "../../modules/audit/audit.ts";
import { noticeMailer } from "../../modules/staff/notices/accountMailer.ts";
import { findAccount } from "../../modules/staff/accounts.ts";
import { invite, makePasswordLink } from "../../modules/staff/invitations.ts";
import { deleteFactors } from "../../modules/staff/factors.ts";
import { endSignInsOf } from "../../modules/staff/signIns.ts";
import { grantsEverywhere } from "../../modules/staff/grants.ts";
import { queueNotice } from "../../modules/staff/staffEmails.ts";
import type { Command, CommandContext } from "../command.ts";
import { commandScope } from "../commandScope.ts";

const options = {
  operator: { type: "boolean" },
  seller: { type: "string" },
  role: { type: "string", multiple: true },
  "second-factor": { type: "boolean" },
} as const;

const usage = "invite EMAIL --operator | invite EMAIL --seller SLUG --role ROLE… | reset EMAIL [--second-factor]";

const isRole = (text: string): text is StaffRole => staffRoles.some((role) => role === text);

/**
 * `foyer staff`: creates the first accounts, which nobody can invite from the back office, and recovers access for an
 * operator.
 */
export const staffCommand: Command = {
  usage,
  description: [
    "invite   prints a link to create a staff account. It works once, for 7 days. There is no default password",
    `         --operator runs the installation; --role is one of ${staffRoles.join(", ")}`,
    "reset    prints a link to choose a new password. It works once, for 30 minutes. --second-factor also removes the",
    "         second factor, ends every session and tells the person by e-mail",
    "With '-' as EMAIL, the address is read from the standard input.",
  ].join("\n"),
  run: async (args, context) => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [action, given, ...others] = positionals;
    if ((action !== "invite" && action !== "reset") || given === undefined || others.length > 0)
      throw new Error(`foyer staff ${usage}`);
    const email = (given === "-" ? await context.readInput() : given).trim().toLowerCase();
    if (!isEmail(email)) throw new Error("That is not an e-mail address.");
    if (action === "reset") return reset(context, email, values["second-factor"] ?? false);
    const roles = values.role ?? [];
    const unknown = roles.find((role) => !isRole(role));
    if (unknown !== undefined) throw new Error(`There is no role '${unknown}': ${staffRoles.join(", ")}.`);
    const isAtSeller = values.seller !== undefined;
    if ((values.operator ?? false) === isAtSeller || isAtSeller !== roles.length > 0)
      throw new Error(`foyer staff ${usage}`);
    return inviteStaff(context, email, values.seller, roles.filter(isRole));
  },
};

const linkOf = (context: CommandContext, path: string, token: string): string =>
  `${context.officeOrigin()}/_office/${path}#${token}`;

const inviteStaff = async (
  context: CommandContext,
  email: string,
  slug: string | undefined,
  roles: readonly StaffRole[],
): Promise<number> => {
  const db = (await context.openConnections()).acrossSellers();
  const seller = slug === undefined ? null : await findSellerBySlug(db, slug);
  if (seller === undefined || seller?.preview_until !== undefined) throw new Error(`There is no seller '${slug}'.`);
  const token = await transact({ db }, async ({ db }) => {
    const invited = { invited_to: seller?.id ?? null, email, roles: [...new Set(roles)].toSorted(), invited_by: null };
    const { invitation, token } = await invite(db, invited);
    if (seller)
      await writeEntry(commandScope(db, seller.id), {
        action: "staff.invited",
        entity: { kind: "invitation", id: invitation.id },
        after: { roles: invitation.roles },
        personal: { after: { email } },
      });
    return token;
  });
  context.print(`Give this link to ${email}. It works once, for 7 days:`);
  context.print(linkOf(context, "invitation", token));
  return 0;
};

const reset = async (context: CommandContext, email: string, takesFactor: boolean): Promise<number> => {
  const db = (await context.openConnections()).acrossSellers();
  const account = await findAccount(db, email);
  if (!account) throw new Error("There is no staff account with this address.");
  const { token } = await transact({ db }, async ({ db }) => {
    const sellers = new Set((await grantsEverywhere(db, account.id)).map(({ seller_id }) => seller_id));
    const action = takesFactor ? "staff.second_factor_reset" : "staff.password_link_sent";
    for (const id of sellers)
      await writeEntry(commandScope(db, id), { action, entity: { kind: "staff", id: account.id } });
    if (takesFactor) {
      await deleteFactors(db, account.id);
      await endSignInsOf(db, account.id);
      const mailer = await noticeMailer({ db, origin: context.officeOrigin() }, account.id);
      const told = { to_address: account.email, detail: "The operator" };
      if (mailer && !account.is_demo) await queueNotice(mailer, "second_factor_reset", told);
    }
    return makePasswordLink(db, account.id);
  });
  context.print(`Give this link to ${email}. It works once, for 30 minutes:`);
  context.print(linkOf(context, "new-password", token));
  return 0;
};
