import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { dayMatcher, noDaysMessage } from "@foyer/rules/schedule/relativeDates.ts";
import { safePattern } from "@foyer/rules/values/safePattern.ts";
import { inTurns } from "../../db/turns/inTurns.ts";
import { cleanHtml } from "../../http/sanitize/cleanHtml.ts";
import { checkPickerTabs, checkUniqueKeys, checkImageKey, type ValidationContext } from "./validationContext.ts";
import type { Catalogue } from "../format/catalogue.ts";
import { prepareDiscounts, type PreparedDiscount } from "./prepareDiscounts.ts";
import { prepareCatalogueEvent, type PreparedCatalogueEvent } from "./prepareEvent.ts";
import { checkIdentityForm } from "./checkForms.ts";
import { checkSettingAmounts } from "./checkSettingAmounts.ts";
import { checkTheme } from "./checkTheme.ts";
import { prepareImages, type PreparedImage } from "./prepareImages.ts";
import { prepareCodes, prepareRules, type PreparedCodeGroup, type PreparedRule } from "./prepareRules.ts";
import { preparePrograms, type PreparedProgram } from "./preparePrograms.ts";
import type { PreparedSeatMap } from "./preparedSeat.ts";
import { prepareSeatMap } from "./prepareSeatMap.ts";
import type { Path, Problem } from "../format/problems.ts";
import { findWarnings } from "./findWarnings.ts";
import { checkOwnText } from "../texts/knownTexts.ts";
import type { CatalogueSource } from "../format/readCatalogue.ts";

/**
 * A catalogue with its dates, prices and images resolved as far as possible without a database. Items refer to each
 * other by key.
 */
export type PreparedCatalogue = {
  readonly file: string;
  /** The catalogue as it was read. */
  readonly document: Catalogue;
  readonly seller: Catalogue["seller"];
  readonly images: readonly PreparedImage[];
  readonly venues: readonly { key: string; name: string; timezone: string; address: string | null }[];
  readonly seatMaps: readonly PreparedSeatMap[];
  readonly events: readonly PreparedCatalogueEvent[];
  readonly programs: readonly PreparedProgram[];
  readonly rules: readonly PreparedRule[];
  readonly codes: readonly PreparedCodeGroup[];
  readonly discounts: readonly PreparedDiscount[];
  /** The number of sessions that have begun; an import does not write them. */
  readonly pastSessions: number;
  /** Probable mistakes, which are imported as they are. */
  readonly warnings: readonly Problem[];
  readonly problemAt: CatalogueSource["problemAt"];
};

/** Resolves a catalogue and finds all its problems. */
export const prepareCatalogue = async (
  source: CatalogueSource,
  { now, trustsImages }: { readonly now: Temporal.Instant; readonly trustsImages: boolean },
): Promise<{ prepared: PreparedCatalogue; problems: Problem[] }> => {
  const { catalogue, problemAt } = source;
  const problems: Problem[] = [];
  const addProblem = (path: Path, message: string) => void problems.push(problemAt(path, message));
  const warnings: Problem[] = [];
  const addWarning: ValidationContext["addWarning"] = (path, message, more) =>
    void warnings.push({ ...problemAt(path, message), ...more });
  const context: ValidationContext = { catalogue, now, todayIn: (zone) => todayAt(now, zone), addProblem, addWarning };

  const seatMaps: PreparedSeatMap[] = [];
  for (const [key, map] of Object.entries(catalogue.seat_maps ?? {}))
    seatMaps.push(await inTurns(prepareSeatMap(context, key, map)));
  const events: PreparedCatalogueEvent[] = [];
  for (const [index, event] of (catalogue.events ?? []).entries())
    events.push(await inTurns(prepareCatalogueEvent(context, event, ["events", index], seatMaps)));
  checkUniqueKeys(catalogue.events ?? [], ["events"], addProblem);
  const [rules, codes, discounts] = [prepareRules(context), prepareCodes(context), prepareDiscounts(context)];
  const programs = preparePrograms(context);
  checkSeller(context);
  checkSettingAmounts(context);
  const images = await prepareImages(source, { addProblem, trustsImages });
  const venues = Object.entries(catalogue.venues ?? {}).map(([key, { name, timezone, address = null, closed }]) => {
    closed?.forEach((days, index) => {
      if (!dayMatcher(days, context.todayIn(timezone))) addProblem(["venues", key, "closed", index], noDaysMessage);
    });
    return { key, name, timezone, address };
  });
  findWarnings(catalogue, addWarning);
  const pastSessions = events.reduce((sum, event) => sum + event.pastSessions, 0);
  return {
    prepared: {
      file: source.file,
      document: catalogue,
      seller: sanitizeSeller(catalogue.seller),
      images,
      venues,
      seatMaps,
      events,
      programs,
      rules,
      codes,
      discounts,
      pastSessions,
      warnings,
      problemAt,
    },
    problems,
  };
};

/** Fields of the seller that refer to an image by key. */
export const sellerImageFields = [
  "logo",
  "logo_dark",
  "favicon",
  "share_image",
  "home_image",
  "completed_image",
  "completed_mobile_image",
] as const;

const checkSeller = ({ catalogue, addProblem }: ValidationContext): void => {
  const { meta, web, configuration, strings, theme } = catalogue.seller;
  checkTheme(theme, ["seller", "theme"], addProblem);
  for (const [key, own] of Object.entries(strings ?? {})) {
    const { error } = checkOwnText(key, own);
    if (error !== undefined) addProblem(["seller", "strings", key], error);
  }
  for (const field of sellerImageFields) checkImageKey(catalogue, meta?.[field], ["seller", "meta", field], addProblem);
  const isEvent = (key: string) => catalogue.events?.some((event) => event.key === key) ?? false;
  for (const field of ["membership_event", "admission_event", "checkout_donation_event"] as const) {
    const key = web?.[field];
    if (key !== undefined && !isEvent(key)) addProblem(["seller", "web", field], `there is no event '${key}'`);
  }
  for (const [index, block] of (web?.content_blocks ?? []).entries())
    for (const [at, key] of (block.events ?? []).entries())
      if (!isEvent(key))
        addProblem(["seller", "web", "content_blocks", index, "events", at], `there is no event '${key}'`);
  const chain = configuration?.upsells?.chain ?? [];
  for (const [index, key] of chain.entries()) {
    const at = ["seller", "configuration", "upsells", "chain", index];
    if (!isEvent(key)) addProblem(at, `there is no event '${key}'`);
    else if (chain.indexOf(key) < index) addProblem(at, `names the event '${key}' twice`);
  }
  checkTaxRates({ catalogue, addProblem });
  const texts = new Set(catalogue.codes?.flatMap(({ codes }) => codes.map(({ code }) => normalizeCode(code))));
  for (const country of ["us", "gb"] as const) {
    const code = configuration?.zip_codes?.[country];
    if (code !== undefined && !texts.has(normalizeCode(code)))
      addProblem(["seller", "configuration", "zip_codes", country], `there is no code '${code}'`);
  }
  checkIdentityForm(configuration?.identity_form, ["seller", "configuration", "identity_form"], addProblem);
  checkPickerTabs(web?.session_picker_tabs, ["seller", "web", "session_picker_tabs"], addProblem);
  for (const field of ["adult_regexp", "child_regexp"] as const) {
    const pattern = configuration?.citypass_code_groups?.[field];
    if (pattern !== undefined && !safePattern(pattern))
      addProblem(
        ["seller", "configuration", "citypass_code_groups", field],
        "is not a regular expression that is safe to run",
      );
  }
};

/**
 * A rate for a category or group that no event has is a typo; without this check the rate would be missing on every
 * invoice.
 */
const checkTaxRates = ({ catalogue, addProblem }: Pick<ValidationContext, "catalogue" | "addProblem">): void => {
  const rates = catalogue.seller.configuration?.invoice?.rates;
  const at = ["seller", "configuration", "invoice", "rates"];
  const events = catalogue.events ?? [];
  for (const category of Object.keys(rates?.categories ?? {}))
    if (!events.some((event) => event.category === category))
      addProblem([...at, "categories", category], `no event has the category '${category}'`);
  const names = new Set(events.flatMap(({ key, groups = [] }) => groups.map((group) => `${key}/${group.key}`)));
  for (const name of Object.keys(rates?.groups ?? {}))
    if (!names.has(name)) addProblem([...at, "groups", name], `there is no ticket group '${name}'`);
};

type WrittenPages = NonNullable<NonNullable<Catalogue["seller"]["web"]>["pages"]>;
const cleanPages = (pages: WrittenPages): WrittenPages =>
  Object.fromEntries(
    Object.entries(pages).flatMap(([name, page]) => (page ? [[name, { html: cleanHtml(page.html) }]] : [])),
  );

const sanitizeSeller = (seller: Catalogue["seller"]): Catalogue["seller"] => {
  if (!seller.web) return seller;
  const { content_blocks, terms, pages, ...web } = seller.web;
  return {
    ...seller,
    web: {
      ...web,
      ...(content_blocks && {
        content_blocks: content_blocks.map((block) => ({ ...block, html: cleanHtml(block.html) })),
      }),
      ...(terms && { terms: { ...terms, html: cleanHtml(terms.html) } }),
      ...(pages && { pages: cleanPages(pages) }),
    },
  };
};
