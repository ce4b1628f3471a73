import { maxPeople, type PartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { defaultHandler } from "@foyer/contract/handlers.ts";
import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import { checkUniqueKeys, type ValidationContext } from "./validationContext.ts";
import type { CatalogueTicketGroup } from "../format/events.ts";
import type { CatalogueMembershipRule } from "../format/memberships.ts";
import type { Path } from "../format/problems.ts";

export type PreparedProgram = {
  readonly key: string;
  readonly name: string;
  readonly rank: number;
  readonly roles: readonly {
    readonly key: string;
    readonly name: string;
    readonly rank: number;
    readonly benefits: Readonly<Record<string, number>>;
    readonly member_event_purchase_limit: number;
  }[];
};

export const preparePrograms = ({ catalogue, addProblem }: ValidationContext): PreparedProgram[] => {
  const programs = catalogue.membership_programs ?? [];
  checkUniqueKeys(programs, ["membership_programs"], addProblem);
  return programs.map(({ key, name, rank = 1, roles }, index) => {
    checkUniqueKeys(roles, ["membership_programs", index, "roles"], addProblem);
    return {
      key,
      name,
      rank,
      roles: roles.map(({ rank: roleRank = 1, benefits = {}, member_event_purchase_limit = -1, ...role }) => ({
        ...role,
        rank: roleRank,
        benefits,
        member_event_purchase_limit,
      })),
    };
  });
};

/** Adds the defaults to a membership rule. */
export const completeRule = ({
  party_role,
  named = "yes",
  emailed = "yes",
  min,
  max = 1,
}: CatalogueMembershipRule): PartyRule => ({
  party_role,
  named,
  emailed,
  min: min ?? (party_role === "member" ? 1 : 0),
  max,
});

/** Checks a membership level's program, roles and gift codes. */
export const checkLevel = (
  { catalogue, addProblem }: ValidationContext,
  group: CatalogueTicketGroup,
  path: Path,
  event: string,
): void => {
  const isLevel = isMembership({ handler: group.handler ?? defaultHandler });
  for (const field of ["program", "physical_card", "gift_codes"] as const)
    if (group[field] !== undefined && !isLevel)
      addProblem([...path, field], "belongs to a group whose handler is membership");
  const program = catalogue.membership_programs?.find(({ key }) => key === group.program);
  if (group.program !== undefined && !program)
    addProblem([...path, "program"], `there is no program '${group.program}'`);
  group.types.forEach(({ role, membership_rule }, index) => {
    const at = [...path, "types", index];
    for (const [field, value] of Object.entries({ role, membership_rule }))
      if (value !== undefined && !isLevel) addProblem([...at, field], "belongs to a group whose handler is membership");
    if (isLevel && role !== undefined && !program?.roles.some(({ key }) => key === role))
      addProblem([...at, "role"], `the group's program has no role '${role}'`);
    if (!membership_rule) return;
    const rule = completeRule(membership_rule);
    if (maxPeople(rule) < rule.min) addProblem([...at, "membership_rule", "max"], `is less than min (${rule.min})`);
    if (maxPeople(rule) < 1) addProblem([...at, "membership_rule", "max"], "must be at least 1, or negative for 10");
  });
  if (isLevel && group.gift_codes !== undefined) checkGiftCodes({ catalogue, addProblem }, group, path, event);
};

/** A gift membership is a code, so it needs a code group and a discount that gives the code a value. */
const checkGiftCodes = (
  { catalogue, addProblem }: Pick<ValidationContext, "catalogue" | "addProblem">,
  { key, gift_codes = "" }: CatalogueTicketGroup,
  path: Path,
  event: string,
): void => {
  if (!catalogue.codes?.some((codes) => codes.key === gift_codes))
    return addProblem([...path, "gift_codes"], `there is no group of codes '${gift_codes}'`);
  const hasDiscount = catalogue.discounts?.some(
    ({ codes, for: scopes }) =>
      codes?.includes(gift_codes) &&
      (scopes === undefined ||
        scopes.some(
          (scope) =>
            scope.event === event &&
            (scope.groups === undefined || scope.groups.includes(key)) &&
            (scope.types === undefined || scope.types.some((type) => type.startsWith(`${key}/`))),
        )),
  );
  if (!hasDiscount)
    addProblem([...path, "gift_codes"], `no discount takes anything off this level with a code of '${gift_codes}'`);
};
