import type { CardGatewayId, CounterGatewayId, GatewayId } from "@foyer/contract/shop/cardGateways.ts";

/**
 * The gateway of the seller's own gift cards. All others take cards, except `free` for zero amounts and those of the box
 * office.
 */
export const giftCardGatewayId = "ledger" satisfies GatewayId;
const noGateway = "free";
/** Payment methods of the box office: cash, and a card at a third-party terminal. */
export const counterGateways = { cash: "cash", terminal: "terminal" } as const satisfies Record<
  string,
  CounterGatewayId
>;

/** The card gateway of a seller who has chosen none: it moves no money and loads nothing from third parties. */
export const defaultCardGateway: CardGatewayId = "test";

/** Does a provider take the seller's cards? If so, the payment page contains its fields and scripts. */
export const hasCardProvider = ({
  gateway = defaultCardGateway,
}: {
  readonly gateway?: CardGatewayId | undefined;
}): boolean => gateway !== defaultCardGateway;

type WithGateway = { readonly gateway_id: string };

/** Is it a payment with a gift card? */
export const isGiftCardPayment = <P extends WithGateway>(
  payment: P,
): payment is P & { readonly gateway_id: typeof giftCardGatewayId } => payment.gateway_id === giftCardGatewayId;

/** Is it a payment of zero? It records that nothing is due. */
export const isFreePayment = <P extends WithGateway>(
  payment: P,
): payment is P & { readonly gateway_id: typeof noGateway } => payment.gateway_id === noGateway;

/** Was it taken in person at the box office? */
export const isCounterPayment = <P extends WithGateway>(
  payment: P,
): payment is P & { readonly gateway_id: CounterGatewayId } => Object.hasOwn(counterGateways, payment.gateway_id);

/** Is it a card payment that a provider charges? */
export const isCardPayment = <P extends WithGateway>(
  payment: P,
): payment is P & { readonly gateway_id: CardGatewayId } =>
  !isGiftCardPayment(payment) && !isFreePayment(payment) && !isCounterPayment(payment);
