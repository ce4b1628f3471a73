import type { Permission } from "@foyer/contract/office/staff/permissions.ts";

/** The screens of a seller. The navigation shows those that the reader can use. */
export const screens = [
  { to: "/$slug", label: "Board", can: "board.read", group: "Today", key: "b" },
  { to: "/$slug/orders", label: "Orders", can: "order.read", group: "Sell", key: "o" },
  { to: "/$slug/counter", label: "Counter", can: "sale.make", group: "Sell", key: "n" },
  { to: "/$slug/till", label: "Till", can: "till.use", group: "Sell", key: "l" },
  { to: "/$slug/tills", label: "Tills", can: "till.read_all", group: "Money", key: "d" },
  { to: "/$slug/gate", label: "Gate", can: "scan.check_in", group: "Today", key: "e" },
  { to: "/$slug/codes", label: "Promo codes", can: "code.read", group: "Sell", key: "p" },
  { to: "/$slug/gift-cards", label: "Gift cards", can: "gift_card.read", group: "Sell", key: "i" },
  { to: "/$slug/members", label: "Members", can: "member.read", group: "People", key: "h" },
  { to: "/$slug/bulk", label: "Bulk actions", can: "bulk.run", group: "Sell", key: "x" },
  { to: "/$slug/reports", label: "Reports", can: "report.attendance", group: "Reports", key: "r" },
  { to: "/$slug/reports/attendance", label: "Attendance", can: "report.attendance", group: "Reports", key: "t" },
  { to: "/$slug/money", label: "Money", can: "money.read", group: "Money", key: "m" },
  { to: "/$slug/brand", label: "Brand", can: "brand.edit", group: "Settings", key: "f" },
  { to: "/$slug/pages", label: "Pages", can: "brand.edit", group: "Settings", key: "y" },
  { to: "/$slug/sales-rules", label: "Sales rules", can: "catalogue.edit", group: "Settings", key: "v" },
  { to: "/$slug/texts", label: "Texts", can: "letter.edit", group: "Settings", key: "w" },
  { to: "/$slug/emails", label: "Emails", can: "letter.edit", group: "Settings", key: "j" },
  { to: "/$slug/staff", label: "Staff", can: "staff.read", group: "Settings", key: "s" },
  { to: "/$slug/payment-keys", label: "Payment keys", can: "keys.edit", group: "Settings", key: "k" },
  { to: "/$slug/service-keys", label: "Service keys", can: "keys.edit", group: "Settings", key: "q" },
  { to: "/$slug/audit", label: "Audit log", can: "audit.read", group: "Settings", key: "a" },
  { to: "/$slug/catalogue", label: "Catalogue", can: "catalogue.read", group: "Sell", key: "c" },
] as const satisfies readonly {
  readonly to: string;
  readonly label: string;
  readonly can: Permission;
  readonly group: string;
  readonly key: string;
}[];

export type Screen = (typeof screens)[number];

export const screensFor = (permissions: readonly Permission[]): readonly Screen[] =>
  screens.filter(({ can }) => permissions.includes(can));

/** Whether an address belongs to a screen below this one that has its own entry in the navigation. */
export const isOfScreenBelow = (to: Screen["to"], pathname: string): boolean =>
  screens.some((other) => other.to.startsWith(`${to}/`) && pathname.endsWith(other.to.replace("/$slug", "")));
