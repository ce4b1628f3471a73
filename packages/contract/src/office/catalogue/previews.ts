import * as z from "zod/mini";
import { Id, Instant } from "../../basics.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/**
 * Previews: the storefront with the drafts in it, for a day, at a secret address. A preview is a seller of its
 * own, so that nothing that is done there reaches the seller's tickets, journal, reports or e-mails.
 */

/** For how long a preview is open. */
export const previewHours = 24;
/** Previews of a seller that are open at once; everybody has one of their own. */
export const maxPreviews = 10;

export const CataloguePreview = z.object({
  id: Id,
  /** The whole address. Whoever knows it can open it. */
  address: z.string(),
  opened_by: z.string(),
  /** The reader opened it. */
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
 * Opens a preview of what is published with all drafts in it, or puts them as they are now into the reader's open one, whose
 * end stays. Refused as publishing is: with the errors, or with `publish_conflict`.
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
    /** Drafts that are in it. */
    drafts: z.int(),
    /** False: the open one was refreshed, at its address. */
    is_new: z.boolean(),
  }),
});

/** Closes its address at once; its rows are deleted within a minute. */
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

/** The steps of a purchase, in their order. */
export const purchaseSteps = ["held", "details", "payment", "order", "email"] as const;
export type PurchaseStep = (typeof purchaseSteps)[number];

export const TestPurchase = z.object({
  id: Id,
  begun_at: Instant,
  steps: z.array(
    z.object({
      step: z.enum(purchaseSteps),
      /** `failed`: it was tried and did not succeed yet. */
      state: z.enum(["waiting", "done", "failed"]),
      /** The order's number, why a payment failed, an e-mail's subject; null where there is nothing to say. */
      detail: z.nullable(z.string()),
    }),
  ),
});
export type TestPurchase = z.infer<typeof TestPurchase>;

/** Read again and again while somebody makes one. */
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
