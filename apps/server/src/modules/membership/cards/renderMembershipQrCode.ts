import type { getMembershipQrCode } from "@foyer/contract/shop/membership.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { BinaryReply } from "../../../http/mount.ts";
import { renderQrCode } from "../../catalog/images/renderQrCode.ts";
import { membershipNotFound } from "./updateCardHolder.ts";
import { selectMemberships } from "../read/memberships.sql.ts";
import { canSeeNumber } from "../read/readMemberships.ts";

/** The image admits whoever shows it, so only the fully logged-in member gets it, and it is never cached. */
export const renderMembershipQrCode = async (
  { db, seller, visitor }: RequestContext,
  { membership_id, margin }: Received<typeof getMembershipQrCode>,
): Promise<BinaryReply> => {
  const identity_id = visitor?.strength === "full" ? visitor.member_id : null;
  const rows = identity_id === null ? [] : await selectMemberships(db, seller.id, { identity_id, full: true });
  const row = rows.find(({ id }) => id === membership_id);
  if (!row || !canSeeNumber({ seller }, row)) throw membershipNotFound();
  return {
    bytes: await renderQrCode(row.scan_code, Number(margin ?? "4")),
    type: "image/png",
    headers: { "cache-control": "private, no-store" },
  };
};
