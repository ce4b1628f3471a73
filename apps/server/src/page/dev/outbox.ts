import type { FastifyInstance } from "fastify";
import type { Connections } from "../../db/connect.ts";
import type { Letter } from "../../outside/mail/mail.ts";

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the shop would have mailed, for people who try it out. Never in production. */
export const installOutboxPage = (app: FastifyInstance, connections: Connections): void => {
  app.get<{ Querystring: { to?: string } }>("/_dev/outbox", async (request, reply) => {
    let query = connections
      .acrossSellers()
      .selectFrom("outbox as o")
      .innerJoin("seller as s", "s.id", "o.seller_id")
      .select(["o.id", "o.to_address", "o.message", "o.state", "o.created_at", "o.kind", "s.name"])
      .orderBy("o.created_at", "desc")
      .limit(100);
    if (request.query.to) query = query.where("o.to_address", "=", request.query.to);
    const mails = await query.execute();
    if (request.headers.accept?.includes("application/json")) return reply.send({ outbox: { _data: mails } });
    const rows = mails.map(
      (mail) =>
        `<li><a href="/_dev/outbox/${mail.id}">${escaped((mail.message as Letter).subject)}</a><br><small>${escaped(mail.name)} to ${escaped(mail.to_address)}, ${escaped(mail.created_at)}, ${mail.state}</small></li>`,
    );
    return reply
      .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
      .type("text/html; charset=utf-8")
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title></head><body><main><h1>Outbox</h1><p>Mails kept here because no mail server is set up.</p><ol>${rows.join("")}</ol></main></body></html>`,
      );
  });

  app.get<{ Params: { id: string } }>("/_dev/outbox/:id", async (request, reply) => {
    const mail = uuid.test(request.params.id)
      ? await connections
          .acrossSellers()
          .selectFrom("outbox")
          .select("message")
          .where("id", "=", request.params.id)
          .executeTakeFirst()
      : undefined;
    if (!mail) return reply.code(404).send("Not found");
    return reply
      .header(
        "content-security-policy",
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups",
      )
      .type("text/html; charset=utf-8")
      .send((mail.message as Letter).html);
  });
};
