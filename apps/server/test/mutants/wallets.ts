import type { Mutant } from "./mutant.ts";

const wallet = "apps/server/src/modules/wallet";
const follows = `${wallet}/updates/passFollowsTicket.test.ts`;
const service = `${wallet}/updates/walletService.test.ts`;

export const walletMutants: readonly Mutant[] = [
  {
    name: "void_pass_has_no_code",
    protects: "access",
    file: `${wallet}/updates/readPass.ts`,
    changes: [{ from: "found?.isUsable && hashOf(found.ticket.scan_code).equals(code_hash)", to: "found" }],
    killedBy: {
      file: follows,
      test: "a pass is void, and has no code, once its ticket is sent on: the buyer's pass shows nothing of the recipient's ticket",
    },
  },
  {
    name: "pass_token_checked",
    protects: "access",
    file: `${wallet}/updates/passToken.ts`,
    changes: [{ from: "if (!isSameToken(token, passToken(ctx, serial)))", to: "if (token === undefined)" }],
    killedBy: {
      file: service,
      test: "without the pass's own token nothing is read, registered or unregistered: the token of another pass",
    },
  },
  {
    name: "pass_token_of_its_seller",
    protects: "tenancy",
    file: `${wallet}/updates/passToken.ts`,
    changes: [{ from: "wallet_pass:${seller.id}:${serial}", to: "wallet_pass:${seller.id.length}:${serial}" }],
    killedBy: {
      file: service,
      test: "without the pass's own token nothing is read, registered or unregistered: the right token at another seller",
    },
  },
  {
    name: "cancelled_tickets_mark_passes",
    protects: "access",
    file: "apps/server/src/modules/checkout/refund/cancelTicketsAndNotify.ts",
    changes: [{ from: "await markPassesChanged(ctx.db, ctx.seller.id, ticket_ids);", to: "" }],
    killedBy: {
      file: follows,
      test: "a pass is void, and has no code, once its ticket is cancelled; the pass of the other ticket stays as it is",
    },
  },
  {
    name: "sent_tickets_mark_passes",
    protects: "access",
    file: "apps/server/src/modules/aftersale/send/sendTickets.ts",
    changes: [{ from: "await markPassesChanged(ctx.db, ctx.seller.id, ticket_ids);", to: "" }],
    killedBy: { file: follows, test: "a pass is void, and has no code, once its ticket is sent on" },
  },
  {
    name: "changed_sessions_mark_passes",
    protects: "access",
    file: "apps/server/src/catalogue/apply/applyPlan.ts",
    changes: [{ from: "await noteChangedSessions(db, seller.id, {", to: "void ({" }],
    killedBy: {
      file: "apps/server/src/catalogue/apply/changedSessions.test.ts",
      test: "an import notes the sold sessions to come with a cancellation",
    },
  },
  {
    name: "wallet_calls_at_their_host",
    protects: "tenancy",
    file: "apps/server/src/http/hosts/installHostGuard.ts",
    changes: [{ from: "!isForDevelopers && !isForWallets &&", to: "!isForDevelopers &&" }],
    killedBy: {
      file: "apps/server/src/http/hosts/hostGuard.test.ts",
      test: "a seller's own host answers wallets about its seller's passes only",
    },
  },
  {
    name: "pass_of_a_replaced_code",
    protects: "access",
    file: `${wallet}/wallet.sql.ts`,
    changes: [
      {
        from: "where coalesce((select scan_code from card), owned.scan_code) = $5",
        to: "where $5 is not null",
      },
      { from: "state = 'booked' for share),", to: "true)," },
    ],
    killedBy: { file: follows, test: "a pass is not issued with a code that is replaced while the pass is built" },
  },
];
