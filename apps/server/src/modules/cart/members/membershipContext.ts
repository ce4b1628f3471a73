import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import type { MembershipContext } from "@foyer/rules/hold/catalogSnapshot.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { namedMemberRows, noMembers, type LoadedMembers } from "./namedMembers.sql.ts";

/**
 * Reads the memberships and recipients that these requests name. Sends no query if they name none. Memberships are not
 * locked here: two simultaneous renewals of one membership get their order when they are paid for.
 */
export const readNamedMembers = async (
  pipeline: Pipeline,
  seller_id: string,
  lines: readonly Pick<TicketRequest, "membership">[],
): Promise<LoadedMembers> => {
  const renewed = lines.flatMap(({ membership }) => membership?.renews_id ?? []);
  const giftees = lines.flatMap(({ membership }) => membership?.giftee_identity_id ?? []);
  if (renewed.length + giftees.length === 0) return noMembers;
  return namedMemberRows(pipeline, seller_id, { renewed, giftees });
};

/** The memberships and recipients that the visitor may use: knowing an id alone gives no access. */
export const membershipContext = (
  { visitor, seller }: RequestContext,
  { memberships, giftees }: LoadedMembers,
): MembershipContext => ({
  memberships: new Map(memberships.map((membership) => [membership.id, membership])),
  giftees: new Set(giftees.filter(({ named_by }) => named_by === visitor?.identity_id).map(({ id }) => id)),
  member_id: visitor?.strength === "full" ? visitor.member_id : null,
  allowed_period: seller.configuration.renewal?.allowed_period,
});

/** The recipient of a gift among these lines, if one is named. */
export const gifteeIdIn = (lines: readonly Pick<TicketRequest, "membership">[]): string | null =>
  lines.flatMap(({ membership }) => membership?.giftee_identity_id ?? [])[0] ?? null;
