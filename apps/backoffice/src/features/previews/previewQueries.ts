import { queryOptions } from "@tanstack/react-query";
import {
  type CataloguePreview,
  listPreviews,
  openPreview,
  readTestPurchases,
} from "@foyer/contract/office/catalogue/previews.ts";
import { CatalogueProblem } from "@foyer/contract/office/catalogue/catalogue.ts";
import { callOffice, type CallError } from "../../shared/call.ts";
import { queryClient } from "../../shared/queries.ts";
import { chapterName, fieldName } from "../catalogue/catalogueQueries.ts";

export const previewsQuery = (slug: string) =>
  queryOptions({ queryKey: ["previews", slug], queryFn: () => callOffice(listPreviews, {}, slug) });

export const refreshPreviews = (slug: string) => queryClient.invalidateQueries({ queryKey: ["previews", slug] });

/** The polling interval for the steps of a test purchase. */
const stepsEveryMs = 2000;

export const purchasesQuery = (slug: string, preview_id: string) =>
  queryOptions({
    queryKey: ["previews", slug, preview_id, "purchases"],
    queryFn: () => callOffice(readTestPurchases, { preview_id }, slug),
    refetchInterval: stepsEveryMs,
  });

/**
 * Opens or refreshes the reader's preview, and shows it in a new tab. The tab is opened immediately, since a browser allows
 * that only in response to a press, not to a later reply. If it is blocked, the page has a link.
 */
export const openInTab = async (slug: string): Promise<CataloguePreview> => {
  const tab = window.open("about:blank", "_blank");
  try {
    const { preview } = await callOffice(openPreview, {}, slug);
    if (tab) {
      tab.opener = null;
      tab.location.replace(preview.address);
    }
    return preview;
  } catch (error) {
    tab?.close();
    throw error;
  } finally {
    await refreshPreviews(slug);
  }
};

/** The refusal, with the first error of the drafts. */
export const describePreviewRefusal = ({ message, extra }: CallError): string => {
  const errors = Array.isArray(extra["errors"]) ? extra["errors"] : [];
  const first = CatalogueProblem.safeParse(errors[0]).data;
  if (!first) return message;
  const more = errors.length > 1 ? ` There are ${errors.length - 1} more.` : "";
  return `The drafts have errors. ${chapterName(first.chapter)}, ${fieldName(first.path)}: ${first.message}.${more}`;
};
