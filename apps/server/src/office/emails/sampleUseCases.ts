import type { readSampleEmail, sendTestEmail } from "@foyer/contract/office/sampleEmails.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { newId } from "../../db/newId.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { addSentence } from "../../providers/mail/emailLayout.ts";
import type { AttachmentSource, EmailMessage } from "../../providers/mail/mailTransport.ts";
import { queueEmail } from "../../providers/mail/queueEmail.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { renderFittedImage } from "../../modules/catalog/images/renderFittedImage.ts";
import { renderQrCode } from "../../modules/catalog/images/renderQrCode.ts";
import { sampleCode } from "../../modules/orders/files/createAttachments.ts";
import { countTestEmail } from "../../modules/staff/staffAttempts.ts";
import { composeSample } from "./composeSample.ts";
import { sampleOrder } from "./sampleOrder.ts";
import { sellerOfDrafts } from "./sellerOfDrafts.ts";

type Asked = StaffReceived<typeof readSampleEmail>;

const sampleFor = (ctx: StaffContext, seller: Seller, { kind }: Asked): EmailMessage =>
  composeSample(kind, { seller, origin: ctx.providers.origin, order: sampleOrder(seller, ctx.now) });

const dataUrl = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString("base64")}`;

/** A picture that the e-mail shows inline; undefined for one that is only attached. */
const inlinePicture = async (ctx: StaffContext, source: AttachmentSource): Promise<string | undefined> => {
  if (source.make === "code" || source.make === "card") return dataUrl(await renderQrCode(sampleCode, 4));
  if (source.make !== "picture") return undefined;
  const { image_id, width, height } = source;
  const bytes = await renderFittedImage(ctx, image_id, { width: width * 2, height: height * 2 });
  return bytes && dataUrl(bytes);
};

const withPictures = async (ctx: StaffContext, { html, enclosed = [] }: EmailMessage): Promise<string> => {
  let shown = html;
  for (const source of enclosed) {
    if (!("cid" in source)) continue;
    const url = await inlinePicture(ctx, source);
    if (url !== undefined) shown = shown.replaceAll(`src="cid:${source.cid}"`, () => `src="${url}"`);
  }
  return shown;
};

const isFile = (make: AttachmentSource["make"]): make is "tickets" | "cards" | "calendar" =>
  make === "tickets" || make === "cards" || make === "calendar";

export const readOneSample = async (ctx: StaffContext, asked: Asked): Promise<StaffReply<typeof readSampleEmail>> => {
  const { seller, is_draft } = await sellerOfDrafts(ctx);
  const email = sampleFor(ctx, seller, asked);
  return {
    subject: email.subject,
    html: await withPictures(ctx, email),
    text: email.text,
    from_name: email.fromName,
    from: email.from ?? null,
    reply_to: email.replyTo ?? null,
    attachments: (email.enclosed ?? []).map(({ make }) => make).filter(isFile),
    is_draft,
  };
};

const testSentence =
  "This is a test that a member of staff sent to themselves. It belongs to no order, and its code is not valid for entry.";

/** Marks an e-mail as a sample: its code is invalid, and an order's files are not attached. */
const asTest = (email: EmailMessage): EmailMessage => ({
  ...addSentence(email, testSentence),
  subject: `Test: ${email.subject}`,
  enclosed: (email.enclosed ?? []).flatMap((source): AttachmentSource[] => {
    if (source.make === "code" || source.make === "card") return [{ make: "sample_code", cid: source.cid }];
    return source.make === "picture" ? [source] : [];
  }),
});

export const sendOneTest = async (
  ctx: StaffContext,
  asked: StaffReceived<typeof sendTestEmail>,
): Promise<StaffReply<typeof sendTestEmail>> => {
  await countTestEmail({ ...ctx, db: ctx.acrossSellers }, ctx.staff.id);
  const { seller } = await sellerOfDrafts(ctx);
  const to = ctx.staff.email;
  return changing(ctx, async (ctx) => {
    await queueEmail(ctx, {
      kind: "test_email",
      ref_id: newId(),
      to_address: to,
      email: asTest(sampleFor(ctx, seller, asked)),
    });
    await audit(ctx, { action: "letter.test_sent", entity: { kind: "email", id: asked.kind } });
    return { to };
  });
};
