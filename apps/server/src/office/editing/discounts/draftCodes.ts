import { isCodeUsedUp, normalizeCode, type CodeSnapshot } from "@foyer/rules/pricing/codes.ts";
import type { DesiredCatalogue } from "../../../catalogue/diff/desiredCatalogue.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { readCurrentCodes } from "../../../modules/codes/readCurrentCodes.ts";

export type DraftCodes = {
  /** By normalised text. */
  readonly known: ReadonlyMap<string, CodeSnapshot>;
  /** Whether its group allows a new buyer to use it. */
  readonly canUse: (code: CodeSnapshot) => boolean;
};

/**
 * The typed codes as they will be once the drafts are published: codes of the catalogue as drafted, codes of staff
 * unchanged, each with its uses so far.
 */
export const draftCodes = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  rows: Pick<DesiredCatalogue, "codes" | "codeGroups">,
  typed: readonly string[],
): Promise<DraftCodes> => {
  const texts = [...new Set(typed.map(normalizeCode))];
  const { codes: stored, groupUses } = await readCurrentCodes(db, seller.id, texts);
  const groups = new Map(rows.codeGroups.map((group) => [group.id, { ...group, used: groupUses.get(group.key) ?? 0 }]));
  const groupOfKey = new Map(rows.codeGroups.map((group) => [group.key, group]));
  const known = new Map<string, CodeSnapshot>();
  for (const code of rows.codes.filter(({ normalized }) => texts.includes(normalized))) {
    const used = stored.find(({ normalized }) => normalized === code.normalized)?.used ?? 0;
    known.set(code.normalized, { ...code, activates: groups.get(code.code_group_id)?.activates ?? [], used });
  }
  for (const code of stored) {
    const group = groupOfKey.get(code.group_key);
    // A code is withdrawn with its group if a draft removes the group.
    if ((code.by_office || code.is_gift) && group)
      known.set(code.normalized, { ...code, code_group_id: group.id, activates: group.activates });
  }
  return {
    known,
    canUse: ({ code_group_id }) => {
      const group = groups.get(code_group_id);
      return group === undefined || (!isCodeUsedUp(group) && group.max_uses_each !== 0);
    },
  };
};
