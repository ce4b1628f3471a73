import { createTransport } from "nodemailer";
import { tracedCall } from "../../signals/tracing.ts";

/** An attachment that is created when the e-mail is sent; the outbox only stores this description. */
export type AttachmentSource =
  /** An image of the seller, at most this wide and high in pixels, shown inline where the e-mail refers to `cid:`. */
  | {
      readonly make: "picture";
      readonly cid: string;
      readonly image_id: string;
      readonly width: number;
      readonly height: number;
    }
  /** The order's QR code. */
  | { readonly make: "code"; readonly cid: string; readonly ticket_order_id: string }
  /** A QR code that opens nothing, for an e-mail that staff preview. */
  | { readonly make: "sample_code"; readonly cid: string }
  /** A member's QR code. */
  | { readonly make: "card"; readonly cid: string; readonly membership_id: string }
  /** A PDF with one membership card per page. */
  | { readonly make: "cards"; readonly membership_ids: readonly string[] }
  /** A PDF with one ticket of the order per page. */
  | { readonly make: "tickets"; readonly ticket_order_id: string }
  /** A calendar file with the order's sessions. */
  | { readonly make: "calendar"; readonly ticket_order_id: string };

/** An e-mail as the outbox stores it. */
export type EmailMessage = {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly fromName: string;
  /** The seller's own sender address; by default the server's. */
  readonly from?: string | undefined;
  readonly replyTo?: string | undefined;
  readonly enclosed?: readonly AttachmentSource[] | undefined;
};

/** An attachment that is ready to send. With a `cid` it is shown inline. */
export type Attachment = {
  readonly filename: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly cid?: string | undefined;
};

/**
 * Sends e-mails. `dedupeId` is sent in headers, so that an e-mail sent twice after a crash can be recognised. Throws if
 * the server does not accept it.
 */
export type MailTransport = {
  send(to: string, email: EmailMessage, dedupeId: string, attachments: readonly Attachment[]): Promise<void>;
};

/** Milliseconds. A slow mail server must not block the outbox. */
export type SmtpTimeouts = { readonly connectMs: number; readonly idleMs: number };

/** Sends by SMTP. `from` is the sender for sellers without an address of their own. */
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
      const message = {
        from: { name: email.fromName, address },
        // Passed as an object, so that text which looks like two addresses stays one, and is refused.
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
        // The same at each attempt, so that mail clients recognise duplicates.
        messageId: `<${dedupeId}@${address.slice(address.lastIndexOf("@") + 1).replace(/[^\w.-].*$/, "")}>`,
        headers: { "X-Entity-Ref-ID": dedupeId, "Auto-Submitted": "auto-generated" },
        disableUrlAccess: true,
        disableFileAccess: true,
      };
      await tracedCall("mail", "send", () => transport.sendMail(message));
    },
    close: () => transport.close(),
  };
};
