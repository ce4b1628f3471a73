import type { AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import type { Permission, StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { StaffEndpoint } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../../db/connections.ts";
import type { Providers } from "../../providers/providers.ts";
import type { Sealer } from "../../providers/sealer.ts";
import type { Log } from "../requestContext.ts";

/** The signed-in staff member. */
export type StaffMember = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly is_operator: boolean;
  readonly sign_in_id: string;
  readonly has_second_factor: boolean;
  /** The number of minutes without use after which the sign-in ends. */
  readonly idle_minutes: number;
  /** The open till that is used in the sign-in's browser; null after it is closed. */
  readonly till_id: string | null;
  /** The seller whose paired device the sign-in's browser is. */
  readonly device_seller_id: string | null;
  /** Until when calls that need step-up are possible. */
  readonly proved_until: string | null;
  /** Whether that time is still in the future. */
  readonly is_proved: boolean;
  /** The roles at the seller that the call names; read with the sign-in at each call. */
  readonly roles: readonly StaffRole[];
  /** The permit by which an owner lets this operator read the seller's data. */
  readonly permit_id: string | null;
  readonly can: (permission: Permission) => boolean;
};

/** A call of the back office without a sign-in: signing in, invitations, new passwords. `db` reaches all sellers. */
export type OfficeContext = {
  readonly db: Database;
  readonly call: StaffEndpoint;
  readonly clientAddress: string;
  readonly isBehindUnnamedProxy: boolean;
  readonly providers: Pick<Providers, "sign">;
  /** Encrypts the secrets of second factors. */
  readonly sealer: Sealer;
  readonly production: boolean;
  /** The address of the back office, for links in e-mails. */
  readonly origin: string;
  /** The names of the browser and its system. */
  readonly browser: string;
  /** The country's two letters according to a trusted proxy; null if there is none. */
  readonly country: string | null;
  readonly now: Temporal.Instant;
  /** The hash of the sign-in token that the call was sent with. */
  readonly token_hash: Buffer | null;
  /** Sets the cookie of a new token and returns the token's hash; the use case stores it. */
  readonly issueToken: () => Buffer;
  readonly clearToken: () => void;
  /** The same for the cookie of a paired device, which lasts until the device ends. */
  readonly issueDeviceToken: (ends: Temporal.Instant) => Buffer;
  readonly forgetDevice: () => void;
  readonly requestId: string;
  readonly log: Log;
  /** The actions that this call has written to the audit log. */
  readonly audited: Set<AuditAction>;
};

/** A call about the signed-in account. `db` reaches all sellers. */
export type AccountContext = OfficeContext & { readonly staff: StaffMember };

/** A call at a seller by a staff member with the call's permission there. `db` is bound to the seller. */
export type StaffContext = AccountContext & {
  readonly seller: Seller;
  /** Providers whose links start with the seller's own address. */
  readonly providers: Providers;
  /** For what an account has at other sellers; never used inside a transaction. */
  readonly acrossSellers: Database;
};

/** A paired device. */
export type GateDevice = {
  readonly kind: "device";
  readonly id: string;
  readonly name: string;
  /** Empty lists mean that it scans for every event. */
  readonly event_ids: readonly string[];
  readonly venue_ids: readonly string[];
  readonly paired_at: string;
  readonly ends_at: string;
  /** Since when it may no longer scan; it may still send what it scanned before. */
  readonly over_since: string | null;
};

/** The scanning actor: a paired device, or a signed-in staff member who may check in. */
export type GateActor = GateDevice | { readonly kind: "staff"; readonly staff: StaffMember };

/** A call of the gate. `db` is bound to the seller. */
export type GateContext = OfficeContext & { readonly seller: Seller; readonly gate: GateActor };
