import { demoStaff, demoStaffPassword } from "@foyer/demo/staff.ts";
import type { signInOptions } from "@foyer/contract/office/staff/signIn.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { OfficeContext } from "../../http/staff/staffContext.ts";
import { demoEmails } from "../../modules/staff/accounts.ts";

/** The existing accounts of the demo; in production there are none. */
export const listDemoAccounts = async ({
  db,
  production,
}: OfficeContext): Promise<StaffReply<typeof signInOptions>> => {
  if (production) return { demo: [] };
  const existing = await demoEmails(db);
  return {
    demo: demoStaff
      .filter(({ email }) => existing.has(email))
      .map(({ email, role, slug, seller }) => ({ email, role, slug, seller, password: demoStaffPassword })),
  };
};
