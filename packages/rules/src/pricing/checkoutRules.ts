/** A number of tickets within a scope; without a scope, of all tickets. */
export type RuleCondition = {
  readonly event_template_ids?: readonly string[] | undefined;
  readonly ticket_group_ids?: readonly string[] | undefined;
  readonly ticket_type_ids?: readonly string[] | undefined;
  readonly min: number;
  /** Absent: no maximum. */
  readonly max?: number | undefined;
};

/**
 * A combination of tickets that a seller does not sell, or only with a code. The rule blocks if all of its conditions
 * hold.
 */
export type CheckoutRule = {
  readonly id: string;
  readonly description: string;
  readonly blocks: "reserve" | "checkout";
  /** A code of this group lifts it; null if no code can. */
  readonly code_group_id: string | null;
  /** The first condition names the tickets that the rule is about, the others what else must or must not be in the cart. */
  readonly conditions: readonly RuleCondition[];
};

export type RuleTicket = {
  readonly event_template_id: string;
  readonly ticket_group_id: string;
  readonly ticket_type_id: string;
};

/** Is the ticket within the scope? Without a scope every ticket is. */
export const matchesScope = (ticket: RuleTicket, condition: Omit<RuleCondition, "min" | "max">): boolean =>
  (condition.event_template_ids?.includes(ticket.event_template_id) ?? true) &&
  (condition.ticket_group_ids?.includes(ticket.ticket_group_id) ?? true) &&
  (condition.ticket_type_ids?.includes(ticket.ticket_type_id) ?? true);

const conditionHolds = (condition: RuleCondition, tickets: readonly RuleTicket[]): boolean => {
  const count = tickets.filter((ticket) => matchesScope(ticket, condition)).length;
  return count >= condition.min && count <= (condition.max ?? Infinity);
};

/** The rules that these tickets trigger, whether or not a code lifts them. */
export const triggeredRules = <Rule extends CheckoutRule>(
  rules: readonly Rule[],
  tickets: readonly RuleTicket[],
): Rule[] =>
  rules.filter(
    (rule) => rule.conditions.length > 0 && rule.conditions.every((condition) => conditionHolds(condition, tickets)),
  );

/** The triggered rules that no code in the cart lifts. */
export const blockingRules = <Rule extends CheckoutRule>(
  rules: readonly Rule[],
  tickets: readonly RuleTicket[],
  codeGroups: ReadonlySet<string>,
): Rule[] =>
  triggeredRules(rules, tickets).filter(
    ({ code_group_id }) => code_group_id === null || !codeGroups.has(code_group_id),
  );

/** Does the rule concern any of these tickets? Unrelated tickets may be added to a cart that it already blocks. */
export const concernsTickets = (rule: CheckoutRule, added: readonly RuleTicket[]): boolean =>
  added.some((ticket) => rule.conditions.some((condition) => matchesScope(ticket, condition)));

/** Why a rule blocks: a code can lift it, or nothing can. */
export const blockReason = ({ code_group_id }: CheckoutRule): "code_required" | "not_allowed" =>
  code_group_id === null ? "not_allowed" : "code_required";
