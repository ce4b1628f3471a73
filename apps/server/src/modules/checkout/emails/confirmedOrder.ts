import type { Cart, Ticket } from "@foyer/contract/shop/cart.ts";
import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import type { IncludedTax } from "@foyer/contract/shop/tax.ts";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import type { MoneyOfOrder } from "../change/settledOrders.ts";

/** The data of an order's confirmation. */
export type ConfirmedOrder = {
  readonly firstName: string;
  readonly order: TicketOrder;
  readonly cart: Cart;
  /** What has happened to the order's money since then. */
  readonly money?: MoneyOfOrder | undefined;
  /** The taxes included in its price, if a ticket type names one. */
  readonly taxes: readonly IncludedTax[];
  readonly tickets: readonly Ticket[];
  /** 'The Lens, 1 Opal Lane', by event id. */
  readonly venues: ReadonlyMap<string, string>;
  /** Something in it grants admission: the e-mail has a code and tickets. */
  readonly opensDoor: boolean;
  /** Everything that grants admission is a membership, whose card is not a ticket. */
  readonly hasOnlyCards: boolean;
  readonly giftCards: readonly BoughtGiftCard[];
  /** What a link to change the order promises: that its buyer can cancel too, or only change it; undefined without a link. */
  readonly offer: "cancel" | "change" | undefined;
  /** The order has changed since it was made. */
  readonly change?: "order_update" | "order_cancel" | undefined;
  /** agreed: it renews automatically from now on. renewed: it has just been renewed automatically. */
  readonly renewal?: "agreed" | "renewed" | undefined;
};
