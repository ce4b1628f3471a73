import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import type { GatewayFee, GatewayForm, GatewayFormOptions, PageGatewayId, PageGateway } from "./pageGateway.ts";
import { stripePageGateway } from "./stripe/stripePageGateway.ts";
import { testPageGateway } from "./testGateway/testPageGateway.ts";

/** The registry of payment gateways on the page. To add a gateway, add a folder here and a line below. */
const gateways: Readonly<Record<PageGatewayId, PageGateway>> = {
  stripe: stripePageGateway,
  test: testPageGateway,
};
const gatewayIds = Object.keys(gateways) as readonly PageGatewayId[];

/** The gateway of a cart's fee. Undefined when the cart cannot be paid by card here. */
export const configuredGateway = (fee: GatewayFee | undefined): PageGatewayId | undefined => {
  if (!fee || fee.gateway_id === "free") return undefined;
  return gateways[fee.gateway_id].isConfigured(fee) ? fee.gateway_id : undefined;
};

export const isTestMode = (id: PageGatewayId, fee: GatewayFee | undefined): boolean => gateways[id].isTestMode(fee);

/** The wallet buttons of a gateway. Undefined if it has none. */
export const walletButtons = (id: PageGatewayId): PageGateway["WalletButtons"] => gateways[id].WalletButtons;

/** One form for each gateway. The registry is constant, so the hooks run in the same order at every render. */
export const useGatewayForms = (
  active: PageGatewayId | undefined,
  options: Omit<GatewayFormOptions, "isActive">,
): Readonly<Record<PageGatewayId, GatewayForm>> =>
  Object.fromEntries(
    gatewayIds.map((id) => [id, gateways[id].useForm({ ...options, isActive: id === active })]),
  ) as Record<PageGatewayId, GatewayForm>;

/** A payment whose payer returns from the bank's page. */
export type ReturnedPayment = {
  readonly gateway: PageGatewayId;
  /** The gateway's own name for the payment. */
  readonly reference: string;
  /** The identity that was saved as the purchaser before the redirect. */
  readonly purchaser: string | undefined;
};

/**
 * The last value that a gateway recognises, because a provider appends its own reference to our return URL. The seller's
 * gateway is tried first, because references of different gateways can look the same.
 */
export const findReference = (
  values: readonly string[],
  sellersGateway: PageGatewayId,
): Omit<ReturnedPayment, "purchaser"> | undefined => {
  const ids = [sellersGateway, ...gatewayIds];
  for (const reference of values.toReversed()) {
    const gateway = ids.find((id) => gateways[id].isReference(reference));
    if (gateway !== undefined) return { gateway, reference };
  }
  return undefined;
};

export const resumeOffer = ({ gateway, reference }: ReturnedPayment, amount: string): PaymentInput =>
  gateways[gateway].resumeOffer(reference, { amount });

/** Builds the tender that pays with a card saved in the account at a gateway. Undefined if the gateway saves none. */
export const savedMethodOffer = (gateway: PageGatewayId): PageGateway["savedMethodOffer"] =>
  gateways[gateway].savedMethodOffer;

/**
 * The same tenders, except that the one to which the secret belongs continues its payment. Undefined if it belongs to none.
 */
export const resumeOffers = (offers: readonly PaymentInput[], secret: string): PaymentInput[] | undefined => {
  const owner = gatewayIds.find(
    (id) => gateways[id].isReference(secret) && offers.some((offer) => offer.gateway_id === id),
  );
  return (
    owner && offers.map((offer) => (offer.gateway_id === owner ? gateways[owner].resumeOffer(secret, offer) : offer))
  );
};

/** Asks the payment's gateway for the outcome, if the page can ask at all. */
export const checkReturn = async ({ gateway, reference }: ReturnedPayment, fee: GatewayFee | undefined) =>
  gateways[gateway].checkReturn?.(reference, fee);

/** Whether a payer may be sent to a URL: a page of this site, or one of a gateway's provider. */
export const isPaymentPage = ({ origin, protocol, hostname, port }: URL): boolean =>
  origin === window.location.origin ||
  (protocol === "https:" && port === "" && gatewayIds.some((id) => gateways[id].redirectHosts.has(hostname)));
