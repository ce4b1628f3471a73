import * as z from "zod/mini";
import { Id, Instant } from "../../basics.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/**
 * Previews: the storefront with all drafts applied, for one day, at a secret address. A preview is a seller of its own, so
 * nothing done there affects the seller's tickets, journal, reports or e-mails.
 */

/** Hours for which a preview is open. */
export const previewHours = 24;
/** The maximum number of open previews per seller. Each staff member has at most one. */
export const maxPreviews = 10;

export const CataloguePreview = z.object({
  id: Id,
  /** The full address. Anybody who has it can open the preview. */
  address: z.string(),
  opened_by: z.string(),
  /** The reader opened this preview. */
  is_own: z.boolean(),
  opened_at: Instant,
  ends_at: Instant,
});
export type CataloguePreview = z.infer<typeof CataloguePreview>;

export const listPreviews = staffEndpoint({
  name: "listPreviews",
  method: "GET",
  path: "/catalogue/previews",
  summary: "List the previews that are open",
  can: "catalogue.edit",
  audits: null,
  reply: z.object({ previews: z.array(CataloguePreview) }),
});

/**
 * Opens a preview of the published catalogue with all drafts applied, or refreshes the reader's open one with the current
 * drafts, without extending it. Refused like publishing: with the errors, or with `publish_conflict`.
 */
export const openPreview = staffEndpoint({
  name: "openPreview",
  method: "POST",
  path: "/catalogue/previews",
  summary: "Open or refresh a preview of the drafts",
  can: "catalogue.edit",
  audits: "catalogue.previewed",
  reply: z.object({
    preview: CataloguePreview,
    /** The number of drafts in it. */
    drafts: z.int(),
    /** False if an open preview was refreshed; its address is unchanged. */
    is_new: z.boolean(),
  }),
});

/** Closes the address at once. The preview's rows are deleted within a minute. */
export const endPreview = staffEndpoint({
  name: "endPreview",
  method: "POST",
  path: "/catalogue/previews/:preview_id/end",
  summary: "End a preview",
  can: "catalogue.edit",
  audits: "catalogue.preview_ended",
  params: z.strictObject({ preview_id: Id }),
  reply: Nothing,
});

/** The steps of a purchase, in order. */
export const purchaseSteps = ["held", "details", "payment", "order", "email"] as const;
export type PurchaseStep = (typeof purchaseSteps)[number];

export const TestPurchase = z.object({
  id: Id,
  begun_at: Instant,
  steps: z.array(
    z.object({
      step: z.enum(purchaseSteps),
      /** `failed`: tried, but not successful yet. */
      state: z.enum(["waiting", "done", "failed"]),
      /** The order number, the reason of a failed payment, or an e-mail's subject; null if there is none. */
      detail: z.nullable(z.string()),
    }),
  ),
});
export type TestPurchase = z.infer<typeof TestPurchase>;

/** The page polls this while a test purchase is being made. */
export const readTestPurchases = staffEndpoint({
  name: "readTestPurchases",
  method: "GET",
  path: "/catalogue/previews/:preview_id/purchases",
  summary: "Read how far the newest purchases in a preview have come",
  can: "keys.edit",
  stepUp: false,
  audits: null,
  params: z.strictObject({ preview_id: Id }),
  reply: z.object({ purchases: z.array(TestPurchase) }),
});
