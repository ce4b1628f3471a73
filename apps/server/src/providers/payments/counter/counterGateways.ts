import type { CounterGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { GatewayDefinition, GatewayDeps } from "../gatewayDefinition.ts";
import type { PaymentGateway } from "../paymentGateway.ts";
import { listPaidOut } from "./paidOut.sql.ts";

/**
 * Payment methods that staff handle themselves: cash, and cards at a separate terminal. Such a payment is recorded as
 * captured in the transaction of its order (office/sale), so nothing is ever authorized or looked up. A refund waits
 * until it is paid out at a till.
 */
const counterGateway = (id: CounterGatewayId, { databaseOf }: Pick<GatewayDeps, "databaseOf">): PaymentGateway => ({
  id,
  authorize: async () => ({
    status: "failed",
    ref: null,
    code: "counter_only",
    message: "This means is taken at the box office only.",
  }),
  capture: async () => ({ status: "unknown" }),
  void: async () => ({ status: "unknown" }),
  findStatus: async () => ({ status: "unknown" }),
  refund: async ({ key }) => ({ status: "pending", ref: `till:${key}` }),
  // Finds what was paid out before the server stopped.
  listRefunds: async (payment) =>
    (await listPaidOut(databaseOf(payment.sellerId), payment.sellerId, payment.id)).map(
      ({ id: key, amount, currency, at }) => ({
        ref: `till:${key}`,
        key,
        amount: Number(amount),
        currency,
        status: "succeeded",
        occurred_on: at,
      }),
    ),
});

const counterGatewayDefinition = (id: CounterGatewayId) =>
  ({
    open: (deps: GatewayDeps) => {
      const gateway = counterGateway(id, deps);
      return async () => gateway;
    },
    isRemote: false,
    isForTests: false,
    savesMethods: false,
    isReconciled: false,
    hasPayouts: false,
    refusalContext: "payment",
  }) as const satisfies GatewayDefinition;

export const cashDefinition = counterGatewayDefinition("cash");
export const terminalDefinition = counterGatewayDefinition("terminal");
