import { createTransport } from "nodemailer";

/** What goes along with a letter. It is made when the letter is sent; the outbox keeps only what to make. */
export type AttachmentSource =
  /** A picture of the seller's, at most so many pixels wide and high, shown where the letter says `cid:`. */
  | {
      readonly make: "picture";
      readonly cid: string;
      readonly image_id: string;
      readonly width: number;
      readonly height: number;
    }
  /** The order's code for the door. */
  | { readonly make: "code"; readonly cid: string; readonly ticket_order_id: string }
  /** A member's code for the door. */
  | { readonly make: "card"; readonly cid: string; readonly membership_id: string }
  /** Members' cards, each on a page of its own, as a PDF. */
  | { readonly make: "cards"; readonly membership_ids: readonly string[] }
  /** Every ticket of the order on a page of its own, as a PDF. */
  | { readonly make: "tickets"; readonly ticket_order_id: string }
  /** When and where, for the calendar of whoever goes. */
  | { readonly make: "calendar"; readonly ticket_order_id: string };

/** A mail as the outbox keeps it. */
export type EmailMessage = {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly fromName: string;
  /** The seller's own address of sender; without it the house's. */
  readonly from?: string | undefined;
  readonly replyTo?: string | undefined;
  readonly enclosed?: readonly AttachmentSource[] | undefined;
};

/** An enclosure as it was made. With a `cid` it is shown within the letter. */
export type Attachment = {
  readonly filename: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly cid?: string | undefined;
};

/**
 * Takes a letter out of the house. `dedupeId` travels in headers, so that a mail sent twice after a crash can be told.
 * Throws when the other side did not take it.
 */
export type MailTransport = {
  send(to: string, email: EmailMessage, dedupeId: string, attachments: readonly Attachment[]): Promise<void>;
};

/** Milliseconds: a slow mail server must not hold up the outbox. */
export type SmtpTimeouts = { readonly connectMs: number; readonly idleMs: number };

/** Sends by SMTP, `from` the house's own address where the seller has none. */
export const smtpTransport = (
  url: string,
  from: string,
  { connectMs, idleMs }: SmtpTimeouts = { connectMs: 5000, idleMs: 15_000 },
): MailTransport & { readonly close: () => void } => {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
  } as never);
  return {
    send: async (to, email, dedupeId, attachments) => {
      const address = email.from ?? from;
      await transport.sendMail({
        from: { name: email.fromName, address },
        // An address and nothing else: what looks like two of them stays one, and is refused.
        to: { name: "", address: to },
        ...(email.replyTo !== undefined && { replyTo: { name: email.fromName, address: email.replyTo } }),
        subject: email.subject,
        html: email.html,
        text: email.text,
        attachments: attachments.map(({ filename, type, bytes, cid }) => ({
          filename,
          contentType: type,
          content: bytes,
          ...(cid !== undefined && { cid, contentDisposition: "inline" as const }),
        })),
        // The same each time it is sent: programs that sort out doubles go by it.
        messageId: `<${dedupeId}@${address.slice(address.lastIndexOf("@") + 1).replace(/[^\w.-].*$/, "")}>`,
        headers: { "X-Entity-Ref-ID": dedupeId, "Auto-Submitted": "auto-generated" },
        disableUrlAccess: true,
        disableFileAccess: true,
      });
    },
    close: () => transport.close(),
  };
};
