import type { Sealer } from "../../providers/sealer.ts";
import type { ReplyKey } from "./idempotency.sql.ts";

/** The row of a reply with a secret. A sealed reply can be opened in its own row only. */
export type ReplySeal = { readonly replyKey: ReplyKey; readonly sealer: Sealer | undefined };

const associatedData = ({ replyKey }: ReplySeal): string => `idempotency_key:${Object.values(replyKey).join(":")}`;

export const sealReply = async (reply: unknown, seal: ReplySeal & { readonly sealer: Sealer }): Promise<string> =>
  (await seal.sealer.seal(JSON.stringify(reply), associatedData(seal))).toString("base64url");

/** Undefined if it was sealed with a key that this server does not have: the reply is lost. */
export const openReply = async (sealed: string, seal: ReplySeal): Promise<{ readonly reply: unknown } | undefined> => {
  const bytes = Buffer.from(sealed, "base64url");
  if (!seal.sealer || !(await seal.sealer.canOpen(bytes))) return undefined;
  return { reply: JSON.parse(await seal.sealer.open(bytes, associatedData(seal))) };
};
