import type { Permission } from "@foyer/contract/office/permissions.ts";

/** The screens of a seller: navigation shows those that the reader may use, and nothing that is not there. */
export const screens = [
  { to: "/$slug/orders", label: "Orders", can: "order.read", group: "Sell", key: "o" },
  { to: "/$slug/gate", label: "Gate", can: "device.manage", group: "Today", key: "e" },
  { to: "/$slug/staff", label: "Staff", can: "staff.read", group: "Settings", key: "s" },
  { to: "/$slug/audit", label: "Audit log", can: "audit.read", group: "Settings", key: "a" },
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
