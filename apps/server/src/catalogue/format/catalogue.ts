import * as z from "zod";
import { Configuration, ContentBlock, SellerMeta, WebSettings } from "@foyer/contract/shop/seller.ts";
import { Currency, Slug } from "@foyer/contract/basics.ts";
import { Theme } from "@foyer/contract/theme.ts";
import { Event } from "./events.ts";
import { Discount } from "./discounts.ts";
import { CheckoutRule, CodeGroup } from "./rules.ts";
import { MembershipProgram } from "./memberships.ts";
import { SeatMap } from "./seatMap.ts";
import { Key, TimeZone, text } from "./fields.ts";

const { event_ids: _events, ...blockByKey } = ContentBlock.shape;
const web = {
  ...WebSettings.shape,
  membership_event: Key.optional().describe("The event that memberships are sold in."),
  admission_event: Key.optional().describe("The event that the home page leads to."),
  checkout_donation_event: Key.optional().describe("The event of donations that is offered at the checkout."),
  content_blocks: z
    .array(
      z.strictObject({
        ...blockByKey,
        events: z.array(Key).min(1).optional().describe("On an event's page: shown beside these alone."),
      }),
    )
    .optional(),
};
const {
  membership_event_id: _membership,
  admission_event_id: _admission,
  checkout_donation_event_id: _donation,
  ...webByKey
} = web;

const { upsells, ...configuration } = Configuration.shape;
const Upsells = z.strictObject({
  ...upsells.def.innerType.shape,
  chain: z
    .array(Key)
    .max(20)
    .optional()
    .describe("Events that are offered one after another once a visit is in the cart; the last leads to the checkout."),
});

const Seller = z.strictObject({
  slug: Slug,
  name: text(200),
  currency: Currency,
  locale: z.string().refine(isLocale, "is no language tag; write one like en-GB").optional(),
  timezone: TimeZone,
  meta: z.optional(SellerMeta).describe("Fields that hold an image name it by its key."),
  theme: z.optional(Theme),
  strings: z
    .record(z.string(), z.string())
    .optional()
    .describe("Words of the storefront that the seller says differently."),
  web: z.strictObject(webByKey).optional(),
  configuration: z.strictObject({ ...configuration, upsells: Upsells.optional() }).optional(),
});

const Image = z.strictObject({
  file: text(400).describe("A PNG, JPEG, WebP, AVIF or SVG file, found from the folder of the catalogue."),
  alt: text(500).optional().describe("What the picture shows, for those who do not see it."),
});

const Venue = z.strictObject({ name: text(200), timezone: TimeZone, address: text(500).optional() });

/** One seller with everything they sell: a file, or one of the documents in a file. */
export const Catalogue = z
  .strictObject({
    $schema: z.string().optional(),
    seller: Seller,
    images: z.record(Key, Image).optional(),
    venues: z.record(Key, Venue).optional(),
    seat_maps: z.record(Key, SeatMap).optional(),
    events: z.array(Event).optional(),
    rules: z.array(CheckoutRule).optional().describe("What is not sold together, over all events."),
    membership_programs: z
      .array(MembershipProgram)
      .optional()
      .describe("What is sold by groups whose handler is membership."),
    codes: z.array(CodeGroup).optional(),
    discounts: z.array(Discount).optional().describe("What is taken off prices, in the order in which it is taken."),
  })
  .describe("A catalogue of Foyer: one seller and everything they sell.");
export type Catalogue = z.output<typeof Catalogue>;
export type CatalogueInput = z.input<typeof Catalogue>;

/** The format as JSON Schema, for editors; docs/catalogue.schema.json contains it. */
export const catalogueSchema = (): object => z.toJSONSchema(Catalogue, { io: "input", target: "draft-2020-12" });

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
