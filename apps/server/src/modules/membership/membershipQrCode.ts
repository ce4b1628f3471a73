import type { getMembershipQrCode } from "@foyer/contract/membership.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { Ask } from "../../http/ask.ts";
import type { Bytes } from "../../http/mount.ts";
import { codePicture } from "../catalog/codePicture.ts";
import { noMembership } from "./changeMembership.ts";
import { memberships } from "./mine.sql.ts";
import { tellsNumber } from "./myMembership.ts";

/** Whoever holds the picture gets in: it is its member's alone, fully logged in, and no cache may keep it (T77). */
export const membershipQrCode = async (
  { db, seller, visitor }: Ask,
  { membership_id, margin }: Received<typeof getMembershipQrCode>,
): Promise<Bytes> => {
  const identity_id = visitor?.strength === "full" ? visitor.member_id : null;
  const rows = identity_id === null ? [] : await memberships(db, seller.id, { identity_id, full: true });
  const row = rows.find(({ id }) => id === membership_id);
  if (!row || !tellsNumber({ seller }, row)) throw noMembership();
  return {
    bytes: await codePicture(row.scan_code, Number(margin ?? "4")),
    type: "image/png",
    headers: { "cache-control": "private, no-store" },
  };
};
