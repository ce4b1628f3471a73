import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { orderGateways, orderStates, type listOrderFilters } from "@foyer/contract/office/orders/orders.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select, type SelectProps } from "@foyer/ui/form/Select.tsx";
import { formatVisit } from "../../shared/format/format.ts";
import { hasFilter } from "../../shared/list/listSearch.ts";
import { FilterForm } from "../../shared/list/FilterForm.tsx";
import { MoreFilters } from "../../shared/list/MoreFilters.tsx";
import { SearchField } from "../../shared/list/SearchField.tsx";
import { AmountFilter } from "./AmountFilter.tsx";
import { channelNames, filtersQuery, type OrderSearch } from "./orderQueries.ts";
import { stateNames } from "./OrderStateTag.tsx";
import { DayInput } from "../../shared/fields/DayInput.tsx";

const meansOptions = [
  { value: "card", label: "Card" },
  { value: "gift_card", label: "Gift card" },
  { value: "cash", label: "Cash" },
  { value: "terminal", label: "Card at a terminal" },
  { value: "free", label: "Nothing due" },
];
const gatewayName = (gateway: string): string => gatewayNames[gateway] ?? `Cards (${gateway})`;
const gatewayNames: Readonly<Record<string, string>> = {
  ledger: "Gift cards",
  cash: "Cash",
  terminal: "Cards at a terminal",
};
/** A link may contain several gateways. */
const paidByOptions = (chosen: string | undefined): SelectProps["options"] =>
  [...new Set<string>(["none", ...orderGateways, ...(chosen === undefined ? [] : [chosen])])].map((value) => ({
    value,
    label: value === "none" ? "Nothing" : value.split(",").map(gatewayName).toSorted().join(" + "),
  }));
const channelOptions = Object.entries(channelNames).map(([value, label]) => ({ value, label }));
const named = ({ id, name }: { readonly id: string; readonly name: string }) => ({ value: id, label: name });

/** The sessions of the event on the first visit day. A link may contain a session of another day. */
const sessionOptions = (
  sessions: StaffReply<typeof listOrderFilters>["sessions"],
  chosen: string | undefined,
): SelectProps["options"] => [
  ...sessions.map(({ id, cancelled, ...visit }) => ({
    value: id,
    label: `${formatVisit(visit)}${cancelled ? " · cancelled" : ""}`,
  })),
  ...(chosen === undefined || sessions.some(({ id }) => id === chosen)
    ? []
    : [{ value: chosen, label: "One session" }]),
];

/** The ticket types of the event. A link may contain a type without its event. */
const typeOptions = (
  types: StaffReply<typeof listOrderFilters>["types"],
  chosen: string | undefined,
): SelectProps["options"] => [
  ...types.map(named),
  ...(chosen === undefined || types.some(({ id }) => id === chosen)
    ? []
    : [{ value: chosen, label: "One ticket type" }]),
];

type OrderFiltersProps = { readonly slug: string; readonly search: OrderSearch };

/** The search and filters of the list of orders; both are in the address. */
export function OrderFilters({ slug, search }: OrderFiltersProps) {
  const navigate = useNavigate({ from: "/$slug/orders" });
  const { data } = useQuery(filtersQuery(slug, search));
  const change = (values: OrderSearch): void =>
    void navigate({ search: (old: OrderSearch) => ({ ...old, ...values }), replace: true });
  // Changing the event or day removes the session filter; changing the event also removes the ticket type filter.
  const ofSession = ["event_template_id", "visit_from"];
  const set = (name: string) => (event: { readonly target: { readonly value: string } }) =>
    change({
      [name]: event.target.value || undefined,
      ...(ofSession.includes(name) && { event_session_id: undefined }),
      ...(name === "event_template_id" && { ticket_type_id: undefined }),
    });
  const day = (name: string, label: string) => (
    <Field label={label}>
      <DayInput value={search[name] ?? ""} onChange={(day) => set(name)({ target: { value: day } })} />
    </Field>
  );
  // The server needs both days: the first one chosen is a span of one day.
  const activityDay = (name: "journal_from" | "journal_to", label: string) => {
    const other = name === "journal_from" ? "journal_to" : "journal_from";
    const isBackwards = (value: string, to: string) => (name === "journal_from" ? value > to : value < to);
    const choose = (value: string): void => {
      const kept = search[other];
      const otherDay = kept === undefined || isBackwards(value, kept) ? value : kept;
      change({ [name]: value || undefined, [other]: value === "" ? undefined : otherDay });
    };
    return (
      <Field label={label}>
        <DayInput value={search[name] ?? ""} onChange={choose} />
      </Field>
    );
  };
  const choice = (name: string, label: string, options: SelectProps["options"], placeholder = "All") => (
    <Field label={label}>
      <Select value={search[name] ?? ""} onChange={set(name)} placeholder={placeholder} options={options} />
    </Field>
  );
  const amount = (name: "min" | "max", label: string) => (
    <AmountFilter
      label={label}
      value={search[name] ?? ""}
      currency={data?.currency}
      onChange={(value) => change({ [name]: value })}
    />
  );
  const staff = data?.staff.map(named) ?? [];
  const types = typeOptions(data?.types ?? [], search.ticket_type_id);
  const sessions = sessionOptions(data?.sessions ?? [], search.event_session_id);
  return (
    <FilterForm search={search}>
      <SearchField
        value={search.q ?? ""}
        placeholder="Number, name, email, phone, card, code"
        onSearch={(q) => set("q")({ target: { value: q } })}
      />
      <MoreFilters isFiltered={hasFilter({ ...search, q: undefined })}>
        {day("visit_from", "Visit from")}
        {day("visit_to", "Visit to")}
        {day("sold_from", "Sold from")}
        {day("sold_to", "Sold to")}
        {activityDay("journal_from", "Activity from")}
        {activityDay("journal_to", "Activity to")}
        {choice("event_template_id", "Event", data?.events.map(named) ?? [])}
        {types.length > 0 && choice("ticket_type_id", "Ticket type", types)}
        {sessions.length > 0 && choice("event_session_id", "Session", sessions)}
        {choice(
          "state",
          "State",
          orderStates.map((value) => ({ value, label: stateNames[value] })),
        )}
        {choice("means", "Paid by", meansOptions)}
        {choice("paid_by", "Paid only by", paidByOptions(search.paid_by))}
        {choice("channel_id", "Sold", channelOptions, "Anywhere")}
        {choice("sold_by", "Sold by", [{ value: "online", label: "No staff" }, ...staff], "Anybody")}
        {search.given_for !== undefined &&
          choice("given_for", "Given away for", [
            { value: search.given_for, label: search.given_for === "erased" ? "An erased reason" : "One reason" },
          ])}
        {choice("staff_id", "Staff", staff, "Anybody")}
        {choice("due", "Due", [{ value: "true", label: "Payment due" }])}
        {amount("min", "Total from")}
        {amount("max", "Total to")}
      </MoreFilters>
    </FilterForm>
  );
}
