import type { BootData } from "@foyer/contract/boot.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";

/** A seller for tests; what is not named is as plain as can be. */
export const makeSeller = (overrides: Partial<Record<keyof Seller, unknown>> = {}): Seller =>
  ({
    id: "00000000-0000-4000-8000-000000000001",
    slug: "harbor",
    name: "Harbor Museum",
    default_currency_code: "USD",
    locale: "en",
    timezone: "America/New_York",
    meta: {},
    theme: {},
    strings: {},
    web: {},
    configuration: {},
    ...overrides,
  }) as Seller;

/** What a page of that seller begins with. */
export const makeBoot = (
  overrides: Parameters<typeof makeSeller>[0] = {},
  bootOverrides: Partial<BootData> = {},
): BootData => {
  const seller = makeSeller(overrides);
  return {
    seller,
    base: `/${seller.slug}`,
    flags: {},
    environment: "development",
    now: "2026-11-21T15:00:00Z",
    origin: "http://localhost",
    shown: { route: "events", path: "/events", search: "" },
    ...bootOverrides,
  };
};
