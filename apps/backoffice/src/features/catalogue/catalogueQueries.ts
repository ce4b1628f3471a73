import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { readCatalogueOverview, readChapter, type RevisionSource } from "@foyer/contract/office/catalogue/catalogue.ts";
import { planPublish } from "@foyer/contract/office/catalogue/publishing.ts";
import { compareRevisions, listRevisions, planRestore } from "@foyer/contract/office/catalogue/catalogueRevisions.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { callOffice } from "../../shared/call.ts";
import { acceptedOf } from "../../shared/list/listSearch.ts";
import { queryClient } from "../../shared/queries.ts";

export type ChapterReply = StaffReply<typeof readChapter>;
export type PlanReply = StaffReply<typeof planPublish>;

export const overviewQuery = (slug: string) =>
  queryOptions({ queryKey: ["catalogue", slug], queryFn: () => callOffice(readCatalogueOverview, {}, slug) });

export const chapterQuery = (slug: string, chapter: string) =>
  queryOptions({
    queryKey: ["catalogue", slug, "chapter", chapter],
    queryFn: () => callOffice(readChapter, { chapter } as never, slug),
    // An open form holds what was typed; the chapter is read again when the form is opened.
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    gcTime: 0,
  });

/** The plan of publishing all drafts but those of these chapters. */
export const planQuery = (slug: string, without: readonly string[]) =>
  queryOptions({
    queryKey: ["catalogue", slug, "plan", without],
    queryFn: () => callOffice(planPublish, without.length > 0 ? { without: without.join(",") } : {}, slug),
    // The form keeps what was typed while other drafts are chosen.
    placeholderData: keepPreviousData,
    // An old plan is not shown: publishing it would be refused if anything has changed since.
    staleTime: 0,
    gcTime: 0,
  });

export const revisionsQuery = (slug: string, before: string | undefined) =>
  queryOptions({
    queryKey: ["catalogue", slug, "revisions", before],
    queryFn: () => callOffice(listRevisions, acceptedOf(listRevisions, { before }) as never, slug),
  });

export const compareQuery = (slug: string, from: string | undefined, to: string | undefined) =>
  queryOptions({
    queryKey: ["catalogue", slug, "compare", from, to],
    queryFn: () => callOffice(compareRevisions, { from, to } as never, slug),
    enabled: from !== undefined && to !== undefined,
  });

export const restoreQuery = (slug: string, chapter: string, number: number) =>
  queryOptions({
    queryKey: ["catalogue", slug, "restore", chapter, number],
    queryFn: () => callOffice(planRestore, { chapter, number: String(number) } as never, slug),
    staleTime: 0,
    gcTime: 0,
  });

/** Invalidates all queries of a seller's catalogue. */
export const forgetCatalogue = (slug: string) => queryClient.invalidateQueries({ queryKey: ["catalogue", slug] });

export const sourceNames: Readonly<Record<RevisionSource, string>> = {
  office: "Back office",
  file: "Uploaded file",
  command_line: "Command line",
  demo: "Demo",
};

const kindNames: Readonly<Record<string, string>> = {
  seller: "Seller",
  images: "Pictures",
  rules: "Rules",
  discounts: "Discounts",
  programs: "Membership programs",
  event_order: "Order of events",
  venue: "Venue",
  hall: "Hall",
  event: "Event",
  code_group: "Codes",
};

/** 'event/visit' becomes 'Event visit', or with its name 'Event A visit'. */
export const chapterName = (chapter: string, name?: string | null): string => {
  const [kind = "", key] = chapter.split("/");
  return key === undefined ? (kindNames[kind] ?? kind) : `${kindNames[kind] ?? kind} ${name ?? key}`;
};

/** 'groups[0].types[1].price' and 'groups.general.types.adult.price' in words; rows count from 1. */
export const fieldName = (path: string): string =>
  path === ""
    ? "The whole chapter"
    : path
        .replaceAll(/\[(\d+)\]/g, (_, index: string) => ` ${Number(index) + 1}`)
        .replaceAll("_", " ")
        .split(".")
        .join(" › ");

/** A value of the document in readable form. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return "Not there";
  if (value === true) return "Yes";
  if (value === false) return "No";
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value, null, 2);
};
