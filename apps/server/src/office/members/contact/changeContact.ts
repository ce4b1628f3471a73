import {
  contactNames,
  type changeMemberContact,
  type listStatesForStaff,
} from "@foyer/contract/office/members/memberContact.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { statesOfCountry } from "../../../modules/identity/address/statesOfCountry.ts";
import { saveUserDetails } from "../../../modules/identity/users/users.ts";
import { validateContact } from "../../../modules/identity/users/validateUserDetails.ts";
import { changingMember } from "../memberTransaction.ts";
import { lockContact } from "./contact.sql.ts";

const noAccount = () => new Refused({ code: "ticket_state_incorrect", context: "membership" });

/** Corrects the telephone number and post address of a card's account, for all of its cards. Empty values are removed. */
export const changeContactOfMember = (
  ctx: StaffContext,
  { membership_id, version, reason, ...sent }: StaffReceived<typeof changeMemberContact>,
): Promise<Nothing> =>
  changingMember(ctx, { membership_id, version }, async (ctx, { identity_id }) => {
    const { db, seller } = ctx;
    const before = identity_id === null ? undefined : await lockContact(db, seller.id, identity_id);
    if (!before || identity_id === null) throw noAccount();
    const { first_name: _, last_name: __, email: ___, ...kept } = validateContact(ctx, sent);
    const cleared = contactNames.filter((name) => kept[name] === undefined);
    await saveUserDetails(ctx, identity_id, { kept, cleared, answers: undefined, emptied: [] });
    const after = Object.fromEntries(contactNames.map((name) => [name, kept[name] ?? ""]));
    return {
      result: {},
      record: { action: "member.contact_changed", personal: { identity_id, before, after }, reason },
    };
  });

export const listStatesOf = async (
  { seller }: StaffContext,
  { country }: StaffReceived<typeof listStatesForStaff>,
): Promise<StaffReply<typeof listStatesForStaff>> => ({
  states: [...statesOfCountry(country, seller.locale.split("-")[0] ?? "en")],
});
