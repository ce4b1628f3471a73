import type { CardGatewayId, CounterGatewayId, GatewayId } from "@foyer/contract/shop/cardGateways.ts";

/** The gateway of the seller's own gift cards. All others take cards, except for `free`, with which nothing is paid. */
export const giftCardGatewayId = "ledger" satisfies GatewayId;
const noGateway = "free";
/** Means of the box office: cash, and a card at a terminal of somebody else. */
export const counterGateways = { cash: "cash", terminal: "terminal" } as const satisfies Record<
  string,
  CounterGatewayId
>;

/** The card gateway of a seller who has chosen none: it moves no money and loads nothing from elsewhere. */
export const defaultCardGateway: CardGatewayId = "test";

/** Does a provider take the seller's cards? Its fields and scripts are then on the payment page. */
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

/** Is nothing paid with it? Such a payment says that nothing is due. */
export const isFreePayment = <P extends WithGateway>(
  payment: P,
): payment is P & { readonly gateway_id: typeof noGateway } => payment.gateway_id === noGateway;

/** Was it taken at the box office, by hand? */
export const isCounterPayment = <P extends WithGateway>(
  payment: P,
): payment is P & { readonly gateway_id: CounterGatewayId } => Object.hasOwn(counterGateways, payment.gateway_id);

/** Is it a payment with a card that a provider charges? */
export const isCardPayment = <P extends WithGateway>(
  payment: P,
): payment is P & { readonly gateway_id: CardGatewayId } =>
  !isGiftCardPayment(payment) && !isFreePayment(payment) && !isCounterPayment(payment);
