import type { readDiscountChoices } from "@foyer/contract/office/catalogue/discountTrial.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { readDraftedRows } from "./draftedRows.ts";
import { canBeTried } from "./trialCart.ts";

/**
 * What discounts can apply to according to the drafts, and when the events begin on a day. Empty if the drafts cannot be
 * parsed.
 */
export const readChoices = async (
  ctx: StaffContext,
  { day }: StaffReceived<typeof readDiscountChoices>,
): Promise<StaffReply<typeof readDiscountChoices>> => {
  const { rows, unread } = await readDraftedRows(ctx);
  if (!rows) return { events: [], code_groups: [], levels: [] };
  const groups = Map.groupBy(rows.groups, ({ event_template_id }) => event_template_id);
  const types = Map.groupBy(rows.types, ({ ticket_group_id }) => ticket_group_id);
  const sessions = Map.groupBy(
    rows.sessions.filter(({ local_day, cancelled }) => local_day >= day && !cancelled),
    ({ event_template_id }) => event_template_id,
  );
  const startsOn = (id: string): string[] => {
    const ofDay = (sessions.get(id) ?? []).filter(({ local_day }) => local_day === day);
    return [...new Set(ofDay.map(({ local_start }) => local_start))].toSorted();
  };
  const nextDay = (id: string): string | null =>
    (sessions.get(id) ?? []).reduce<string | null>(
      (first, { local_day }) => (first === null || local_day < first ? local_day : first),
      null,
    );
  const { currency } = rows.seller;
  return {
    events: rows.events
      .filter(({ key }) => !unread.has(`event/${key}`))
      .map(({ id, key, name }) => ({
        key,
        name,
        groups: (groups.get(id) ?? []).map((group) => ({
          key: group.key,
          name: group.name,
          can_be_tried: canBeTried(group),
          types: (types.get(group.id) ?? []).map((type) => ({
            key: type.key,
            name: type.name,
            price: type.currency_amount_min === null ? toDecimal(type.currency_amount, currency) : null,
          })),
        })),
        starts: startsOn(id),
        next_day: nextDay(id),
      })),
    code_groups: rows.codeGroups.map(({ key, name }) => ({ key, name })),
    levels: rows.programs.flatMap((program) =>
      rows.roles
        .filter(({ membership_program_id }) => membership_program_id === program.id)
        .map(({ key, name }) => ({ key: `${program.key}/${key}`, name: `${program.name}, ${name}` })),
    ),
  };
};
