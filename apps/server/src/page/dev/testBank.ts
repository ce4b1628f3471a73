import type { FastifyInstance, FastifyReply } from "fastify";
import type { Connections } from "../../db/connections.ts";
import { completeTestChallenge } from "../../providers/payments/test/testGateway.ts";
import { plainPage } from "../plainPage.ts";

type Params = { intent: string };
const intentIdPattern = /^ti_[0-9a-f]{32}$/;

const sendPage = (reply: FastifyReply, body: string): FastifyReply => {
  const { html, headers } = plainPage("Test mode", body);
  return reply
    .headers(headers)
    .header("content-security-policy", `${headers["content-security-policy"]}; form-action 'self'`)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(html);
};
const sendNotFound = (reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), "<p>There is nothing to confirm here.</p>");

/**
 * Serves the page of the test gateway's bank, where a buyer confirms or refuses a payment (3-D Secure). It exists only
 * where the test gateway does.
 */
export const installTestBank = (app: FastifyInstance, connections: Connections): void => {
  const intentOf = (id: string) =>
    connections
      .acrossSellers()
      .selectFrom("test_gateway_intent as t")
      .innerJoin("seller as s", "s.id", "t.seller_id")
      .innerJoin("payment as p", (join) =>
        join.onRef("p.seller_id", "=", "t.seller_id").on("p.id", "=", (eb) => eb.cast("t.idempotency_key", "uuid")),
      )
      .select(["t.seller_id", "t.status", "s.slug", "s.name", "p.cart_id", "p.id as payment_id"])
      .where("t.id", "=", id)
      .executeTakeFirst();

  void app.register(async (bank) => {
    bank.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    bank.get<{ Params: Params }>("/_test/3ds/:intent", async (request, reply) => {
      const intent = intentIdPattern.test(request.params.intent) ? await intentOf(request.params.intent) : undefined;
      if (!intent) return sendNotFound(reply);
      return sendPage(
        reply,
        `<p>This is where your bank would ask you to confirm the payment. No money moves.</p>
<form method="post"><button name="decision" value="agree">Complete authentication</button> <button name="decision" value="refuse">Fail authentication</button></form>`,
      );
    });

    bank.post<{ Params: Params; Body: { decision?: string } }>("/_test/3ds/:intent", async (request, reply) => {
      const intent = intentIdPattern.test(request.params.intent) ? await intentOf(request.params.intent) : undefined;
      if (!intent) return sendNotFound(reply);
      await completeTestChallenge(
        { databaseOf: (id) => connections.forSeller(id) },
        {
          sellerId: intent.seller_id,
          intentId: request.params.intent,
          isApproved: request.body.decision === "agree",
        },
      );
      return reply.redirect(
        `/${intent.slug}/checkout/${intent.cart_id}?payment_intent_client_secret=${intent.payment_id}`,
        303,
      );
    });
  });
};
