import { isForMembers, isVisit, memberName, wildcard } from "@foyer/rules/memberTerms.ts";
import type { Catalogue } from "./format.ts";
import type { TicketGroup } from "./formatEvents.ts";
import type { Path } from "./problems.ts";

type Say = (path: Path, message: string) => void;

/** What can be sold as it is written, and is hardly meant so: it is said, and brought in all the same. */
export const sayDoubts = (catalogue: Catalogue, say: Say): void => {
  const { seller, membership_programs: programs = [], events = [] } = catalogue;
  const allowed = new Set(programs.flatMap(({ roles }) => roles.flatMap(({ benefits = {} }) => Object.keys(benefits))));
  let level: Path | undefined;
  for (const [nth, event] of events.entries())
    for (const [index, group] of (event.groups ?? []).entries()) {
      const path = ["events", nth, "groups", index];
      const { handler = "tickets", hidden_type = "public_browsable" } = group;
      if (handler === "ledger" && seller.configuration?.ledger_id === undefined)
        say([...path, "handler"], "sells gift cards that pay for nothing: the seller's configuration has no ledger_id");
      if (handler === "membership") {
        level ??= path;
        doubtLevel(group, path, say);
      }
      const members = isForMembers({ hidden_type }, { hidden_type: event.hidden_type ?? "public_browsable" });
      if (!members || !isVisit(handler)) continue;
      if (programs.length === 0) say([...path, "hidden_type"], "is for members, and there is no membership_programs");
      else if (!allowed.has(wildcard)) doubtNames(group, allowed, path, say);
    }
  if (level && seller.web?.membership_event === undefined)
    say(level, "is a membership that no page leads to: the seller's web has no membership_event");
};

const doubtLevel = ({ program, types }: TicketGroup, path: Path, say: Say): void => {
  if (program === undefined)
    return say([...path, "handler"], "is a membership of no program: it allows its members nothing");
  for (const [index, { role }] of types.entries())
    if (role === undefined)
      say([...path, "types", index], "has no role: whoever stands on the membership by it is allowed nothing");
  const isNamed = types.some(({ membership_rule }) => (membership_rule?.party_role ?? "member") === "member");
  if (!isNamed)
    say([...path, "types"], `none of them is a member: the first, '${types[0]?.key ?? ""}', is whose membership it is`);
};

/** Tickets for members that no role allows are sold to nobody. */
const doubtNames = ({ types }: TicketGroup, allowed: ReadonlySet<string>, path: Path, say: Say): void => {
  for (const [index, { name, member_event_ticket_type = null }] of types.entries()) {
    const called = memberName({ name, member_event_ticket_type });
    if (!allowed.has(called))
      say([...path, "types", index], `is for members, and no role's benefits allow '${called}' or '${wildcard}'`);
  }
};
