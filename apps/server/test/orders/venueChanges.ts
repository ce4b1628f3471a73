import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { PendingChange } from "@foyer/contract/shop/aftersale/pendingChange.ts";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import {
  cancelForVenue,
  quoteForVenue,
  type VenueCancellation,
} from "../../src/modules/aftersale/venue/cancelForVenue.ts";
import {
  moveForVenue,
  quoteMove,
  type ConfirmedMove,
  type CompletedMove,
} from "../../src/modules/aftersale/venue/moveForVenue.ts";
import type { VenueMove } from "../../src/modules/aftersale/venue/requestMove.ts";
import type { CheckoutJobContext } from "../../src/modules/checkout/context.ts";
import { findOrder, type OrderRow } from "../../src/modules/orders/readOrders.ts";
import type { TestApp } from "../app/testApp.ts";
import { testProviders } from "../app/testProviders.ts";
import type { TestShop } from "../shop/createTestShop.ts";

export const venueNote = { reason: "The guest is ill", made_by: "Grace" };

/** The context of the venue's use cases. A logged error fails the test. */
export const venueContext = async (server: TestApp, shop: Pick<TestShop, "slug">): Promise<CheckoutJobContext> => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("There is no such seller.");
  const error = (fields: object) => {
    throw new Error(JSON.stringify(fields));
  };
  return {
    db: server.connections.forSeller(seller.id),
    seller,
    providers: testProviders(server),
    log: { info: () => undefined, warn: () => undefined, error },
  };
};

/** The venue moves tickets to a session. */
export const venueMoves = async (
  server: TestApp,
  shop: Pick<TestShop, "slug">,
  order: Order,
  wanted: Partial<ConfirmedMove> & Pick<ConfirmedMove, "event_session_id">,
): Promise<CompletedMove> => {
  const ctx = await venueContext(server, shop);
  const now = Temporal.Now.instant();
  const move = { ...defaults, waivesDifference: false, note: venueNote, now, ...wanted };
  return moveForVenue(ctx, await requireOrder(ctx, order), move);
};

/** The amounts of moving tickets. */
export const venueQuotesMove = async (
  server: TestApp,
  shop: Pick<TestShop, "slug">,
  order: Order,
  wanted: Partial<VenueMove> & Pick<VenueMove, "event_session_id">,
): Promise<PendingChange> => {
  const ctx = await venueContext(server, shop);
  return quoteMove(ctx, await requireOrder(ctx, order), { ...defaults, now: Temporal.Now.instant(), ...wanted });
};

type CancellationOptions = Partial<Omit<VenueCancellation, "now">>;
type Order = { readonly id: string };
const defaults = { refund_to: "same_means", waivesFee: false } as const;

const requireOrder = async (ctx: CheckoutJobContext, { id }: Order): Promise<OrderRow> => {
  const order = await findOrder(ctx, id);
  if (!order) throw new Error("There is no such order.");
  return order;
};

/** The venue cancels everything in an order except donations, or only the named tickets. */
export const venueCancels = async (
  server: TestApp,
  shop: Pick<TestShop, "slug">,
  order: Order,
  wanted: CancellationOptions = {},
): Promise<CancellationQuote> => {
  const ctx = await venueContext(server, shop);
  const now = Temporal.Now.instant();
  return cancelForVenue(ctx, await requireOrder(ctx, order), { ...defaults, ...wanted, now, note: venueNote });
};

export const venueQuotes = async (
  server: TestApp,
  shop: Pick<TestShop, "slug">,
  order: Order,
  wanted: CancellationOptions = {},
): Promise<CancellationQuote> => {
  const ctx = await venueContext(server, shop);
  return quoteForVenue(ctx, await requireOrder(ctx, order), { ...defaults, ...wanted, now: Temporal.Now.instant() });
};
