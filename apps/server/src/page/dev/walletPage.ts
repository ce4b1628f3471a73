import type { FastifyInstance } from "fastify";
import type { Connections } from "../../db/connections.ts";
import { escapeHtml } from "../document/escape.ts";
import { sendPage } from "./developmentPage.ts";

const selectPasses = (connections: Connections) =>
  connections
    .acrossSellers()
    .selectFrom("wallet_pass as p")
    .innerJoin("seller as s", "s.id", "p.seller_id")
    .innerJoin("ticket as t", (join) => join.onRef("t.seller_id", "=", "p.seller_id").onRef("t.id", "=", "p.ticket_id"))
    .innerJoin("event_template as e", (join) =>
      join.onRef("e.seller_id", "=", "t.seller_id").onRef("e.id", "=", "t.event_template_id"),
    )
    .select(["p.id", "p.wallet", "p.state", "p.version", "p.changed_at", "p.last_error"])
    .select(["t.id as ticket_id", "t.state as ticket_state", "s.name as seller", "e.name as event"])
    .orderBy("p.changed_at", "desc")
    .limit(100);

/** Lists the issued wallet passes, and the changes of which a production server notifies the wallets. */
export const installWalletPage = (app: FastifyInstance, connections: Connections): void => {
  app.get("/_dev/wallets", async (request, reply) => {
    const passes = await selectPasses(connections).execute();
    if (request.headers.accept?.includes("application/json")) return reply.send({ wallet_pass: { _data: passes } });
    const rows = passes.map(
      ({ seller, event, wallet, version, state, changed_at, ticket_state }) =>
        `<li>${escapeHtml(event)}<br><small>${escapeHtml(seller)}, ${wallet}, ticket ${ticket_state}, version ${version} of ${escapeHtml(changed_at)}: ${state}</small></li>`,
    );
    return sendPage(
      reply,
      "Wallet passes",
      `<p>Passes that this shop has given out. In production their wallets are told of changes; here a change is kept.</p><ol>${rows.join("")}</ol>`,
    );
  });
};
