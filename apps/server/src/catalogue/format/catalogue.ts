import * as z from "zod";
import {
  Configuration,
  ContentBlock,
  LoginMethod,
  SellerMetaInFile,
  WebSettings,
} from "@foyer/contract/shop/seller.ts";
import { Currency, Slug } from "@foyer/contract/basics.ts";
import { reservedSlugs } from "@foyer/contract/reservedSlugs.ts";
import { TaxPercent } from "@foyer/contract/shop/tax.ts";
import { Theme } from "@foyer/contract/theme.ts";
import { CatalogueEvent } from "./events.ts";
import { CatalogueDiscount } from "./discounts.ts";
import { CatalogueCheckoutRule, CodeGroup } from "./rules.ts";
import { CatalogueProgram } from "./memberships.ts";
import { Days } from "./schedule.ts";
import { CatalogueSeatMap } from "./seatMap.ts";
import { GroupKey, Key, TimeZone, text } from "./fields.ts";

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

const { upsells, invoice, ...configuration } = Configuration.shape;
const invoiceShape = invoice.def.innerType.shape;
const Invoice = z.strictObject({
  ...invoiceShape,
  rates: z.strictObject({
    ...invoiceShape.rates.shape,
    groups: z
      .record(GroupKey, TaxPercent)
      .optional()
      .describe("The rate of a ticket group, by 'event/group'. It counts before that of the event's category."),
  }),
});
const Upsells = z.strictObject({
  ...upsells.def.innerType.shape,
  chain: z
    .array(Key)
    .max(20)
    .optional()
    .describe("Events that are offered once a visit is in the cart, on one page or one after another."),
});

const Seller = z.strictObject({
  slug: Slug.check(
    z.refine((slug) => !reservedSlugs.has(slug), "is an address of the server itself; choose another one"),
  ),
  name: text(200),
  currency: Currency,
  locale: z.string().refine(isLocale, "is not a language tag; write one like en-GB").optional(),
  timezone: TimeZone,
  meta: z.optional(SellerMetaInFile).describe("Fields that hold an image name it by its key."),
  theme: z.optional(Theme),
  strings: z.record(z.string(), z.string()).optional().describe("Texts of the storefront in the seller's own words."),
  web: z.strictObject(webByKey).optional(),
  configuration: z
    .strictObject({
      ...configuration,
      authentication: z.optional(LoginMethod),
      upsells: Upsells.optional(),
      invoice: Invoice.optional(),
    })
    .optional(),
});

const Percentage = z
  .int({ error: "must be a whole number of percent" })
  .min(0, "must be 0 or more")
  .max(100, "must be 100 or less");

const Image = z.strictObject({
  file: text(400).describe("A PNG, JPEG, WebP, AVIF or SVG file, relative to the folder of the catalogue."),
  alt: text(500).optional().describe("A description of the image for those who cannot see it."),
  focus: z
    .strictObject({ x: Percentage, y: Percentage })
    .optional()
    .describe(
      "What stays in view where the image is cropped: percent from the left and from the top. The middle without it.",
    ),
});

const Venue = z.strictObject({
  name: text(200),
  timezone: TimeZone,
  address: text(500).optional(),
  closed: z.array(Days).max(200).optional().describe("Days that it is closed, for schedules with `closed_with_venue`."),
});

/** One seller with everything it sells: a whole file, or one of the documents in a file. */
export const Catalogue = z
  .strictObject({
    $schema: z.string().optional(),
    revision: z
      .int({ error: "must be the number of a revision" })
      .min(1)
      .optional()
      .describe("The revision that this file was exported from. It is refused where a newer one was published since."),
    seller: Seller,
    images: z.record(Key, Image).optional(),
    venues: z.record(Key, Venue).optional(),
    seat_maps: z.record(Key, CatalogueSeatMap).optional(),
    events: z.array(CatalogueEvent).optional(),
    rules: z.array(CatalogueCheckoutRule).optional().describe("Rules over all events about what is not sold together."),
    membership_programs: z
      .array(CatalogueProgram)
      .optional()
      .describe("Programs whose memberships are sold by groups with the handler `membership`."),
    codes: z.array(CodeGroup).optional(),
    discounts: z.array(CatalogueDiscount).optional().describe("Discounts in the order in which they are applied."),
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
