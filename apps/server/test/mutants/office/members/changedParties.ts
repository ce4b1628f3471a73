import type { Mutant } from "../../mutant.ts";

const rules = "packages/rules/src/membership/party/changedParty.ts";
const tests = "apps/server/src/office/members/changeParty.test.ts";
const races = "apps/server/src/office/members/changeParty.race.test.ts";

/** Guards of adding a person to a membership, and of removing one. */
export const changedPartyMutants: readonly Mutant[] = [
  {
    name: "party_place_limit",
    protects: "money",
    file: rules,
    changes: [{ from: "+ 1 > maxPeople(type.rule)", to: "+ 1 > 1000" }],
    killedBy: { file: tests, test: "in a place of type 2 beyond the level is refused with its limit" },
  },
  {
    name: "party_place_for_money",
    protects: "money",
    file: rules,
    changes: [{ from: "type.price > 0 ?", to: "type.price > 100_000_000 ?" }],
    killedBy: { file: tests, test: "in a place that costs money is refused: it is sold" },
  },
  {
    name: "party_needed_places",
    protects: "money",
    file: rules,
    changes: [{ from: "left < type.rule.min ?", to: "left < 0 ?" }],
    killedBy: { file: tests, test: "nobody of type 1, whom the level needs" },
  },
  {
    name: "party_counts_places",
    protects: "stock",
    file: "apps/server/src/modules/membership/cards/addCard.sql.ts",
    changes: [{ from: "set used_capacity = used_capacity + 1 where", to: "set used_capacity = used_capacity where" }],
    killedBy: { file: tests, test: "takes a place of the level, and none where it is sold out" },
  },
  {
    name: "party_waits_for_renewals",
    protects: "money",
    file: "apps/server/src/modules/membership/cards/addCard.ts",
    changes: [
      {
        from: "  if (await isPartyBeingRenewed(db, seller.id, card))\n",
        to: "  if (false as boolean)\n",
      },
    ],
    killedBy: { file: races, test: "adding somebody while the next term is charged is refused" },
  },
  {
    name: "party_version",
    protects: "money",
    file: "apps/server/src/office/members/changeParty.ts",
    changes: [
      {
        from: "await requireCardMember(ctx, membership_id, version);",
        to: "await requireCardMember(ctx, membership_id);",
      },
    ],
    killedBy: { file: races, test: "two who add somebody at once add one" },
  },
  {
    name: "ending_gives_back_the_running_term_alone",
    protects: "money",
    file: "apps/server/src/office/members/changeMember.sql.ts",
    changes: [{ from: "and m.worth is not null order by f.ticket_order_id", to: "order by f.ticket_order_id" }],
    killedBy: {
      file: "apps/server/src/office/sale/levels/changeLevel.test.ts",
      test: "leaves an earlier term alone that it renewed",
    },
  },
];
