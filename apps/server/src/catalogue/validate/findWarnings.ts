import { isLoginPath } from "@foyer/rules/account/loginPaths.ts";
import { isGiftCard, isMembership, isVisit, needsSession } from "@foyer/rules/catalog/handlers.ts";
import { isForMembers, benefitName, anyTicketName } from "@foyer/rules/membership/memberTerms.ts";
import { defaultHandler } from "@foyer/contract/handlers.ts";
import type { Catalogue } from "../format/catalogue.ts";
import { checkOwnText } from "../texts/knownTexts.ts";
import type { CatalogueEvent, CatalogueTicketGroup } from "../format/events.ts";
import type { Path } from "../format/problems.ts";
import { findRemoved } from "../../http/sanitize/findRemoved.ts";
import type { ValidationContext } from "./validationContext.ts";
import { warnAboutSettings } from "./warnAboutSettings.ts";

type AddWarning = ValidationContext["addWarning"];

/** Finds things that can be imported and sold but are probably mistakes. */
export const findWarnings = (catalogue: Catalogue, addWarning: AddWarning): void => {
  const { seller, membership_programs: programs = [], events = [] } = catalogue;
  const allowed = new Set(programs.flatMap(({ roles }) => roles.flatMap(({ benefits = {} }) => Object.keys(benefits))));
  warnAboutRefunds(catalogue, addWarning);
  warnAboutScripts(catalogue, [], addWarning);
  for (const field of ["login_path", "login_callback_path"] as const)
    if (!isLoginPath(seller.configuration?.[field] ?? "/login"))
      addWarning(
        ["seller", "configuration", field],
        'is ignored: it must be a path of the storefront without another page, like "/login"',
      );
  warnAboutSettings(catalogue, addWarning);
  for (const [key, own] of Object.entries(seller.strings ?? {})) {
    const { doubt } = checkOwnText(key, own);
    if (doubt !== undefined) addWarning(["seller", "strings", key], doubt);
  }
  let firstLevel: Path | undefined;
  for (const [eventIndex, event] of events.entries()) {
    warnAboutPrices(event, ["events", eventIndex], addWarning);
    for (const [index, group] of (event.groups ?? []).entries()) {
      const path = ["events", eventIndex, "groups", index];
      const { handler = defaultHandler, hidden_type = "public_browsable" } = group;
      if (isGiftCard({ handler }) && seller.configuration?.ledger_id === undefined)
        addWarning(
          [...path, "handler"],
          "sells gift cards that cannot be used, because seller.configuration has no ledger_id",
        );
      if (isMembership({ handler })) {
        firstLevel ??= path;
        warnAboutLevel(group, path, addWarning);
      }
      const members = isForMembers({ hidden_type }, { hidden_type: event.hidden_type ?? "public_browsable" });
      if (!members || !isVisit({ handler })) continue;
      if (programs.length === 0)
        addWarning([...path, "hidden_type"], "is for members, but there are no membership_programs");
      else if (!allowed.has(anyTicketName)) warnAboutTypeNames(group, allowed, path, addWarning);
    }
  }
  if (firstLevel && seller.web?.membership_event === undefined)
    addWarning(firstLevel, "is a membership that no page links to, because seller.web has no membership_event");
};

/** Tickets without a session, such as passes, have one price. */
const warnAboutPrices = (
  { groups = [], prices = [], schedules = [], sessions = [] }: CatalogueEvent,
  path: Path,
  addWarning: AddWarning,
): void => {
  const outside = new Set(
    groups
      .filter(({ handler = defaultHandler, start_policy = null }) => !needsSession({ handler, start_policy }))
      .flatMap(({ key, types }) => types.map((type) => `${key}/${type.key}`)),
  );
  if (outside.size === 0) return;
  const check = (amounts: Readonly<Record<string, unknown>> | undefined, at: Path): void => {
    for (const key of Object.keys(amounts ?? {}))
      if (outside.has(key)) addWarning([...at, key], "has no effect: these tickets do not belong to a session");
  };
  const checkAll = (list: readonly { readonly prices?: Readonly<Record<string, unknown>> | undefined }[], at: Path) =>
    list.forEach((entry, index) => check(entry.prices, [...at, index, "prices"]));
  for (const [index, { amounts }] of prices.entries()) check(amounts, [...path, "prices", index, "amounts"]);
  for (const [index, { changed = [], extra = [] }] of schedules.entries()) {
    checkAll(changed, [...path, "schedules", index, "changed"]);
    checkAll(extra, [...path, "schedules", index, "extra"]);
  }
  checkAll(sessions, [...path, "sessions"]);
};

/** Only texts with such a part are parsed, since this runs on each save of a draft. */
const mayRun = /<script|\son\w+\s*=|javascript:/i;

/** The storefront leaves scripts out, wherever a text has them. */
const warnAboutScripts = (value: unknown, path: Path, addWarning: AddWarning): void => {
  if (typeof value === "string") {
    if (mayRun.test(value) && findRemoved(value).some(({ kind }) => kind === "scripts" || kind === "links"))
      addWarning(path, "has HTML that would run: the storefront leaves scripts out", { isWrongInDrafts: true });
  } else if (typeof value === "object" && value !== null)
    for (const [name, part] of Object.entries(value))
      warnAboutScripts(part, [...path, Array.isArray(value) ? Number(name) : name], addWarning);
};

/** Refunds as gift cards need a ledger; without one, refunds go to the original payment method. */
const warnAboutRefunds = ({ seller, events = [] }: Catalogue, addWarning: AddWarning): void => {
  if (seller.configuration?.ledger_id !== undefined) return;
  const rules: [Path, string | undefined][] = [
    [["seller", "configuration", "self_edit", "refund_to"], seller.configuration?.self_edit?.refund_to],
    ...events.map(({ meta }, index): [Path, string | undefined] => [
      ["events", index, "meta", "self_edit", "refund_to"],
      meta?.self_edit?.refund_to,
    ]),
  ];
  for (const [path, refund_to] of rules)
    if (refund_to === "gift_card" || refund_to === "choice")
      addWarning(path, "gives no gift cards, because seller.configuration has no ledger_id");
};

const warnAboutLevel = ({ program, types }: CatalogueTicketGroup, path: Path, addWarning: AddWarning): void => {
  if (program === undefined)
    return addWarning([...path, "handler"], "is a membership without a program: it gives its members no benefits");
  for (const [index, { role }] of types.entries())
    if (role === undefined)
      addWarning([...path, "types", index], "has no role: members with this type get no benefits");
  const isNamed = types.some(({ membership_rule }) => (membership_rule?.party_role ?? "member") === "member");
  if (!isNamed)
    addWarning(
      [...path, "types"],
      `no type has the party role member, so the first, '${types[0]?.key ?? ""}', holds the membership`,
    );
};

/** Nobody can buy a member ticket that no role may buy. */
const warnAboutTypeNames = (
  { types }: CatalogueTicketGroup,
  allowed: ReadonlySet<string>,
  path: Path,
  addWarning: AddWarning,
): void => {
  for (const [index, { name, member_event_ticket_type = null }] of types.entries()) {
    const typeName = benefitName({ name, member_event_ticket_type });
    if (!allowed.has(typeName))
      addWarning(
        [...path, "types", index],
        `is for members, but no role's benefits allow '${typeName}' or '${anyTicketName}'`,
      );
  }
};
