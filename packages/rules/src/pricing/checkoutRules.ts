/** So many tickets of what is named; where nothing is named, of everything. */
export type RuleCondition = {
  readonly event_template_ids?: readonly string[] | undefined;
  readonly ticket_group_ids?: readonly string[] | undefined;
  readonly ticket_type_ids?: readonly string[] | undefined;
  readonly min: number;
  /** Absent: any number more. */
  readonly max?: number | undefined;
};

/** What a seller does not sell together, or not without a code. It stands in the way when all of its conditions hold. */
export type CheckoutRule = {
  readonly id: string;
  readonly description: string;
  readonly blocks: "reserve" | "checkout";
  /** A code of this group lifts it; null: nothing does. */
  readonly code_group_id: string | null;
  /** The first says what the rule is about, the others what else there is or is not. */
  readonly conditions: readonly RuleCondition[];
};

export type RuleTicket = {
  readonly event_template_id: string;
  readonly ticket_group_id: string;
  readonly ticket_type_id: string;
};

/** Is it a ticket of what is named? Where nothing is named every ticket is. */
export const matchesScope = (ticket: RuleTicket, condition: Omit<RuleCondition, "min" | "max">): boolean =>
  (condition.event_template_ids?.includes(ticket.event_template_id) ?? true) &&
  (condition.ticket_group_ids?.includes(ticket.ticket_group_id) ?? true) &&
  (condition.ticket_type_ids?.includes(ticket.ticket_type_id) ?? true);

const conditionHolds = (condition: RuleCondition, tickets: readonly RuleTicket[]): boolean => {
  const count = tickets.filter((ticket) => matchesScope(ticket, condition)).length;
  return count >= condition.min && count <= (condition.max ?? Infinity);
};

/** The rules that stand in the way of a cart with these tickets, whether or not a code lifts them. */
export const triggeredRules = <Rule extends CheckoutRule>(
  rules: readonly Rule[],
  tickets: readonly RuleTicket[],
): Rule[] =>
  rules.filter(
    (rule) => rule.conditions.length > 0 && rule.conditions.every((condition) => conditionHolds(condition, tickets)),
  );

/** Those of them that no code in the cart lifts. */
export const blockingRules = <Rule extends CheckoutRule>(
  rules: readonly Rule[],
  tickets: readonly RuleTicket[],
  codeGroups: ReadonlySet<string>,
): Rule[] =>
  triggeredRules(rules, tickets).filter(
    ({ code_group_id }) => code_group_id === null || !codeGroups.has(code_group_id),
  );

/** Is the rule about any of these? What has nothing to do with it may be added to a cart that it already blocks. */
export const concernsTickets = (rule: CheckoutRule, added: readonly RuleTicket[]): boolean =>
  added.some((ticket) => rule.conditions.some((condition) => matchesScope(ticket, condition)));

/** Why a rule says no: a code would help, or nothing would. */
export const blockReason = ({ code_group_id }: CheckoutRule): "code_required" | "not_allowed" =>
  code_group_id === null ? "not_allowed" : "code_required";
