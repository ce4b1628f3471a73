import type { DemoSeller } from "./pictures.ts";

/** Gift cards with public numbers, for demo sellers only. Amounts in minor units. */
export const demoGiftCards: readonly {
  readonly seller: DemoSeller;
  readonly number: string;
  readonly amount: number;
}[] = [
  { seller: "harbor", number: "HARBOR-GIFT-25", amount: 2500 },
  { seller: "harbor", number: "HARBOR-GIFT-200", amount: 20_000 },
  { seller: "harbor", number: "HARBOR-GIFT-0", amount: 0 },
  { seller: "opal", number: "OPAL-GIFT-50", amount: 5000 },
  { seller: "opal", number: "OPAL-GIFT-1000", amount: 100_000 },
];
