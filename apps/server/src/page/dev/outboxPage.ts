import type { FastifyInstance } from "fastify";
import type { Connections } from "../../db/connections.ts";
import type { Attachment, AttachmentSource, EmailMessage } from "../../providers/mail/mailTransport.ts";
import { escapeHtml } from "../document/escape.ts";
import { sendPage } from "./developmentPage.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Creates the attachments of a seller's e-mail as when it is sent. */
export type MakeAttachments = (slug: string, enclosures: readonly AttachmentSource[]) => Promise<readonly Attachment[]>;

type Mail = Awaited<ReturnType<ReturnType<typeof selectMails>["execute"]>>[number] & { readonly email: EmailMessage };

const selectMails = (connections: Connections) =>
  connections
    .acrossSellers()
    .selectFrom("outbox as o")
    .innerJoin("seller as s", "s.id", "o.seller_id")
    .select(["o.id", "o.to_address", "o.message", "o.state", "o.created_at", "o.kind", "s.name", "s.slug"])
    .where("o.blanked_at", "is", null);

/** `2026-11-29 14:45 UTC` */
const minuteOf = (moment: string): string => `${moment.slice(0, 16).replace("T", " ")} UTC`;

const mailBody = (mail: Mail, attachments: readonly Attachment[]): string => {
  const { email } = mail;
  const mailPath = `/_dev/outbox/${mail.id}`;
  const files = attachments.map(
    ({ filename, bytes, cid }, index) =>
      `<a href="${mailPath}/enclosed/${index}">${escapeHtml(filename)}</a> <small>${Math.ceil(bytes.length / 1024)} kB${cid === undefined ? "" : ", inline"}</small>`,
  );
  const details = {
    From: escapeHtml(`${email.fromName}${email.from === undefined ? "" : ` <${email.from}>`}`),
    To: escapeHtml(mail.to_address),
    ...(email.replyTo !== undefined && { "Reply to": escapeHtml(email.replyTo) }),
    Written: escapeHtml(minuteOf(mail.created_at)),
    State: mail.state,
    Enclosed: files.join("<br>") || "nothing",
  };
  const terms = Object.entries(details).map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  return `<dl>${terms.join("")}</dl><iframe src="${mailPath}/html" title="The e-mail"></iframe><h2>As plain text</h2><pre>${escapeHtml(email.text)}</pre>`;
};

/** Shows the e-mails that the shop would have sent, with their attachments, for trying it out. Never in production. */
export const installOutboxPage = (
  app: FastifyInstance,
  connections: Connections,
  makeAttachments: MakeAttachments,
): void => {
  const mails = () => selectMails(connections);
  const mailOf = async (id: string): Promise<Mail | undefined> => {
    const mail = uuid.test(id) ? await mails().where("o.id", "=", id).executeTakeFirst() : undefined;
    return mail && { ...mail, email: mail.message as EmailMessage };
  };

  app.get<{ Querystring: { to?: string } }>("/_dev/outbox", async (request, reply) => {
    let query = mails().orderBy("o.created_at", "desc").limit(100);
    if (request.query.to) query = query.where("o.to_address", "=", request.query.to);
    const found = await query.execute();
    if (request.headers.accept?.includes("application/json")) return reply.send({ outbox: { _data: found } });
    const rows = found.map(
      (mail) =>
        `<li><a href="/_dev/outbox/${mail.id}">${escapeHtml((mail.message as EmailMessage).subject)}</a><br><small>${escapeHtml(mail.name)} to ${escapeHtml(mail.to_address)}, ${escapeHtml(minuteOf(mail.created_at))}, ${mail.state}</small></li>`,
    );
    return sendPage(
      reply,
      "Outbox",
      `<p>What this shop mailed, or would mail if a mail server were set up.</p><ol>${rows.join("")}</ol>`,
    );
  });

  app.get<{ Params: { id: string } }>("/_dev/outbox/:id", async (request, reply) => {
    const mail = await mailOf(request.params.id);
    if (!mail) return reply.code(404).send("Not found");
    const attachments = await makeAttachments(mail.slug, mail.email.enclosed ?? []);
    return sendPage(reply, mail.email.subject, mailBody(mail, attachments));
  });

  app.get<{ Params: { id: string } }>("/_dev/outbox/:id/html", async (request, reply) => {
    const mail = await mailOf(request.params.id);
    if (!mail) return reply.code(404).send("Not found");
    const { email } = mail;
    const attachments = await makeAttachments(mail.slug, email.enclosed ?? []);
    return reply
      .header(
        "content-security-policy",
        // An e-mail has inline styles. It is shown in a frame that cannot run scripts.
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups",
      )
      .type("text/html; charset=utf-8")
      .send(
        email.html.replace(/src="cid:([\w-]+)"/g, (_, cid: string) => {
          const index = attachments.findIndex((attachment) => attachment.cid === cid);
          return `src="/_dev/outbox/${mail.id}/enclosed/${index}"`;
        }),
      );
  });

  app.get<{ Params: { id: string; index: string } }>("/_dev/outbox/:id/enclosed/:index", async (request, reply) => {
    const mail = await mailOf(request.params.id);
    const attachments = mail && (await makeAttachments(mail.slug, (mail.message as EmailMessage).enclosed ?? []));
    const attachment = attachments?.[Number(request.params.index)];
    if (!attachment) return reply.code(404).send("Not found");
    return reply
      .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
      .header("x-content-type-options", "nosniff")
      .header("content-disposition", `inline; filename="${attachment.filename}"`)
      .type(attachment.type)
      .send(attachment.bytes);
  });
};
