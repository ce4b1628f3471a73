import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { PreparedCondition, PreparedScope } from "../validate/prepareRules.ts";
import type {
  CodeGroupRow,
  CatalogueCodeRow,
  CatalogueDiscountRow,
  ProgramRow,
  RoleRow,
  RuleRow,
} from "./catalogueRows.ts";
import type { IdFinder } from "./idFinder.ts";

/** Membership programs and their roles as rows. */
export const programRows = (
  { programs }: PreparedCatalogue,
  ids: IdFinder,
): { readonly programs: ProgramRow[]; readonly roles: RoleRow[] } => ({
  programs: programs.map(({ key, name, rank }) => ({ id: ids.program(key), key, name, rank, retired: false })),
  roles: programs.flatMap(({ key, roles }) => {
    const membership_program_id = ids.program(key);
    return roles.map((role) => ({
      id: ids.role(membership_program_id, role.key),
      membership_program_id,
      ...role,
      retired: false,
    }));
  }),
});

/** Code groups and their codes as rows. */
export const codeRows = (
  { codes: groups }: PreparedCatalogue,
  ids: IdFinder,
): { readonly codeGroups: CodeGroupRow[]; readonly codes: CatalogueCodeRow[] } => ({
  codeGroups: groups.map(({ key, name, description = null, max_uses, max_uses_each, activates }, rank) => ({
    id: ids.codeGroup(key),
    key,
    name,
    description,
    max_uses,
    max_uses_each,
    activates: activates.map((other) => ids.codeGroup(other)),
    rank,
    retired: false,
  })),
  codes: groups.flatMap(({ key, codes }) =>
    codes.map((code) => ({
      id: ids.code(code.normalized),
      code_group_id: ids.codeGroup(key),
      ...code,
      retired: false,
    })),
  ),
});

/** Checkout rules as rows, in order of evaluation. */
export const ruleRows = ({ rules }: PreparedCatalogue, ids: IdFinder): RuleRow[] =>
  rules.map(({ key, description, blocks, code_group, event, conditions }, rank) => {
    const event_template_id = event === undefined ? null : ids.event(event);
    return {
      id: ids.rule(event_template_id ?? "", key),
      event_template_id,
      key,
      description,
      blocks,
      code_group_id: code_group === undefined ? null : ids.codeGroup(code_group),
      conditions: conditions.map((condition) => conditionJson(condition, ids)),
      rank,
    };
  });

/** A condition as checkout rules store it. Undefined fields are left out, as they are when read from the database. */
const conditionJson = ({ min, max, ...scope }: PreparedCondition, ids: IdFinder): object => ({
  ...scopeJson(scope, ids),
  min,
  ...(max !== undefined && { max }),
});

const scopeJson = ({ event, groups, types }: PreparedScope, ids: IdFinder): object => {
  const event_template_id = event === undefined ? undefined : ids.event(event);
  const groupId = (key: string) => ids.group(event_template_id ?? "", key);
  const typeId = (name: string) => {
    const [group = "", type = ""] = name.split("/");
    return ids.type(groupId(group), type);
  };
  return {
    ...(event_template_id !== undefined && { event_template_ids: [event_template_id] }),
    ...(groups && { ticket_group_ids: groups.map(groupId) }),
    ...(types && { ticket_type_ids: types.map(typeId) }),
  };
};

/** Discounts as rows, in order of application. */
export const discountRows = ({ discounts }: PreparedCatalogue, ids: IdFinder): CatalogueDiscountRow[] =>
  discounts.map(({ codes, scopes, ...discount }, rank) => ({
    id: ids.discount(discount.key),
    ...discount,
    code_group_ids: codes.map((key) => ids.codeGroup(key)),
    scopes: scopes.map((scope) => scopeJson(scope, ids)),
    rank,
    retired: false,
  }));
