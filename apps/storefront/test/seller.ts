import type { BootData } from "@foyer/contract/boot.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";

/** A seller for tests, as plain as possible apart from what is given. */
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

/** The boot data of a page of that seller. */
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
