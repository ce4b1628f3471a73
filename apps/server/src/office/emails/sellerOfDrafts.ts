import type { Configuration, Seller, SellerMeta } from "@foyer/contract/shop/seller.ts";
import { readStoredImages } from "../../catalogue/diff/storedEvents.sql.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findBase } from "../editing/baseCatalogue.ts";
import { checkDocument } from "../editing/checkDocument.ts";
import { draftRows } from "../editing/drafts.sql.ts";
import { joinDrafts } from "../editing/joinDrafts.ts";

/**
 * The seller with the name, sender, texts, colours and logos of the drafts; as published if the drafts cannot be published.
 */
export const sellerOfDrafts = async (
  ctx: StaffContext,
): Promise<{ readonly seller: Seller; readonly is_draft: boolean }> => {
  const published = { seller: ctx.seller, is_draft: false };
  const drafts = await draftRows(ctx);
  const base = drafts.some(({ chapter }) => chapter === "seller") ? await findBase(ctx) : undefined;
  if (!base) return published;
  const { document } = joinDrafts(base, drafts);
  const { errors, prepared } = await checkDocument(ctx, document, { lock: false });
  if (!prepared || errors.some(({ chapter }) => chapter === "seller")) return published;
  const { name, meta = {}, theme = {}, strings = {}, configuration = {} } = prepared.seller;
  const ids = new Map((await readStoredImages(ctx.db, ctx.seller.id)).map(({ key, id }) => [key, id]));
  const logos = Object.fromEntries(
    (["logo", "logo_dark"] as const).flatMap((field) => {
      const id = ids.get(meta[field] ?? "");
      return id === undefined ? [] : [[field, id]];
    }),
  ) as Pick<SellerMeta, "logo" | "logo_dark">;
  return {
    seller: {
      ...ctx.seller,
      name,
      theme,
      strings,
      meta: { ...withoutLogos(ctx.seller.meta), ...logos },
      configuration: { ...withoutSender(ctx.seller.configuration), ...senderOf(configuration) },
    },
    is_draft: true,
  };
};

type Sender = Pick<Configuration, "mail_from" | "mail_reply_to">;

const senderOf = ({ mail_from, mail_reply_to }: Sender): Sender => ({
  ...(mail_from !== undefined && { mail_from }),
  ...(mail_reply_to !== undefined && { mail_reply_to }),
});
const withoutSender = ({ mail_from: _from, mail_reply_to: _replyTo, ...configuration }: Configuration): Configuration =>
  configuration;

const withoutLogos = ({ logo: _logo, logo_dark: _dark, ...meta }: SellerMeta): SellerMeta => meta;
