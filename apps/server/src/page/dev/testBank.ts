import type { FastifyInstance, FastifyReply } from "fastify";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { Connections } from "../../db/connections.ts";
import { completeTestChallenge } from "../../providers/payments/test/testGateway.ts";
import { moneyFormatter } from "../../providers/mail/moneyFormatter.ts";
import type { Assets } from "../assets.ts";
import type { PageDeps } from "../pages.ts";
import { plainPage } from "../plainPage.ts";
import { testBankPage } from "./testBankPage.ts";

type Params = { intent: string };
const intentIdPattern = /^ti_[0-9a-f]{32}$/;

const systemFonts = { css: "", preload: [], display: "system-ui", text: "system-ui" };

const sendPage = (reply: FastifyReply, body: string): FastifyReply => {
  const { html, headers } = plainPage("Test mode", body);
  return reply.headers(headers).header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);
};
const sendNotFound = (reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), "<p>There is nothing to confirm here.</p>");

export type TestBankDeps = {
  readonly connections: Connections;
  readonly findSeller: PageDeps["findSeller"];
  /** Whether the test gateway, and therefore its bank, is available only in previews. */
  readonly isForPreviews: boolean;
  /** The storefront's files; without them the page has no branding. */
  readonly assets: Assets | undefined;
};

/**
 * Serves the page of the test gateway's bank, where a buyer confirms or refuses a payment (3-D Secure). There is only
 * something to confirm if the test gateway may be used.
 */
export const installTestBank = (app: FastifyInstance, deps: TestBankDeps): void => {
  const { connections, findSeller, isForPreviews, assets } = deps;
  const find = async (id: string) => {
    const intent = intentIdPattern.test(id) ? await intentOf(id) : undefined;
    const seller = intent && (await findSeller(intent.slug));
    return seller && (!isForPreviews || seller.preview_until !== undefined) ? { intent, seller } : undefined;
  };
  const intentOf = (id: string) =>
    connections
      .acrossSellers()
      .selectFrom("test_gateway_intent as t")
      .innerJoin("seller as s", "s.id", "t.seller_id")
      .innerJoin("payment as p", (join) =>
        join.onRef("p.seller_id", "=", "t.seller_id").on("p.id", "=", (eb) => eb.cast("t.idempotency_key", "uuid")),
      )
      .select([
        "t.seller_id",
        "t.status",
        "s.slug",
        "s.name",
        "p.cart_id",
        "p.id as payment_id",
        "p.amount",
        "p.currency",
      ])
      .where("t.id", "=", id)
      .executeTakeFirst();

  void app.register(async (bank) => {
    bank.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    bank.get<{ Params: Params }>("/_test/3ds/:intent", async (request, reply) => {
      const found = await find(request.params.intent);
      if (!found) return sendNotFound(reply);
      const { intent, seller } = found;
      const fonts = assets ? (await assets.storefront()).fonts(seller.theme) : systemFonts;
      const amount = moneyFormatter(seller, intent.currency)(toDecimal(Number(intent.amount), intent.currency));
      const { html, headers } = testBankPage({ seller, amount, fonts });
      return reply.headers(headers).header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);
    });

    bank.post<{ Params: Params; Body: { decision?: string } }>("/_test/3ds/:intent", async (request, reply) => {
      const found = await find(request.params.intent);
      if (!found) return sendNotFound(reply);
      const { intent } = found;
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
