import * as z from "zod/mini";
import { Reason, Version } from "../changes.ts";
import { identityLimits } from "../../shop/identity.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";
import { ofMember } from "./memberPage.ts";

/** The telephone number and post address of an account. A value that is not set is empty. */
export const contactNames = [
  "phone",
  "address",
  "address_more",
  "city",
  "zip_code",
  "country",
  "state",
  "region",
] as const;
export type ContactName = (typeof contactNames)[number];

const line = z.string().check(z.trim(), z.maxLength(254));

/**
 * Corrects them by the rules of the member's own page: what the seller requires must not be empty, and post code,
 * telephone and state must fit the country. `validation_failed` names the fields and their errors (`problems`). All
 * values have to be sent. The state is dropped if the country has no list of states. Refused with
 * `ticket_state_incorrect` without an account.
 */
export const changeMemberContact = staffEndpoint({
  name: "changeMemberContact",
  method: "POST",
  path: "/members/:membership_id/contact",
  summary: "Correct telephone and post address of a member",
  can: "member.edit",
  audits: "member.contact_changed",
  params: ofMember,
  body: z.strictObject({
    version: Version,
    phone: z.string().check(z.trim(), z.maxLength(identityLimits.phone)),
    address: line,
    address_more: line,
    city: line,
    zip_code: z.string().check(z.trim(), z.maxLength(10)),
    country: line,
    state: line,
    region: line,
    reason: Reason,
  }),
  reply: Nothing,
});

/** `states` is empty if the country has no list of states. */
export const listStatesForStaff = staffEndpoint({
  name: "listStatesForStaff",
  method: "GET",
  path: "/states",
  summary: "List the states of a country",
  can: "member.edit",
  audits: null,
  query: z.strictObject({ country: z.string().check(z.regex(/^[A-Z]{2}$/)) }),
  reply: z.object({ states: z.array(z.object({ code: z.string(), name: z.string() })) }),
});
