import type { AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import type { Permission, StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { StaffEndpoint } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../../db/connections.ts";
import type { Providers } from "../../providers/providers.ts";
import type { Sealer } from "../../providers/sealer.ts";
import type { Log } from "../requestContext.ts";

/** Who is signed in. */
export type StaffMember = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly is_operator: boolean;
  readonly sign_in_id: string;
  readonly has_second_factor: boolean;
  /** After so many minutes without use the sign-in ends. */
  readonly idle_minutes: number;
  /** The till that is used in its browser, until it is closed. */
  readonly till_id: string | null;
  /** Whose paired device its browser is. */
  readonly device_seller_id: string | null;
  /** Until when calls that need step-up are possible. */
  readonly proved_until: string | null;
  /** Whether that is still to come. */
  readonly is_proved: boolean;
  /** At the seller that the call names; read with the sign-in at each call. */
  readonly roles: readonly StaffRole[];
  /** By which an owner lets this operator read there. */
  readonly permit_id: string | null;
  readonly can: (permission: Permission) => boolean;
};

/** A call of the back office by anybody: signing in, invitations, new passwords. `db` reaches all sellers. */
export type OfficeContext = {
  readonly db: Database;
  readonly call: StaffEndpoint;
  readonly clientAddress: string;
  readonly isBehindUnnamedProxy: boolean;
  readonly providers: Pick<Providers, "sign">;
  /** Seals the secrets of second factors. */
  readonly sealer: Sealer;
  readonly production: boolean;
  /** The address of the back office, for links in e-mails. */
  readonly origin: string;
  /** The browser's name and system. */
  readonly browser: string;
  /** Two letters, as a trusted proxy says; null where none does. */
  readonly country: string | null;
  readonly now: Temporal.Instant;
  /** The hash of the sign-in's token that the call came with. */
  readonly token_hash: Buffer | null;
  /** Sets the cookie of a new token and returns the token's hash; the use case stores it. */
  readonly issueToken: () => Buffer;
  readonly clearToken: () => void;
  /** The same for the cookie of a paired device, which lasts until it ends. */
  readonly issueDeviceToken: (ends: Temporal.Instant) => Buffer;
  readonly requestId: string;
  readonly log: Log;
  /** The actions that this call has written to the audit log. */
  readonly audited: Set<AuditAction>;
};

/** A call about the account that is signed in. `db` reaches all sellers. */
export type AccountContext = OfficeContext & { readonly staff: StaffMember };

/** A call at a seller by somebody who has the call's permission there. `db` is bound to the seller. */
export type StaffContext = AccountContext & {
  readonly seller: Seller;
  /** With links that begin with the seller's own address. */
  readonly providers: Providers;
  /** For what an account has elsewhere; never inside of a transaction. */
  readonly acrossSellers: Database;
};

/** A paired device. */
export type GateDevice = {
  readonly kind: "device";
  readonly id: string;
  readonly name: string;
  /** Empty lists: it scans for every event. */
  readonly event_ids: readonly string[];
  readonly venue_ids: readonly string[];
  readonly paired_at: string;
  readonly ends_at: string;
  /** Since when it may scan no more; it may still send what it scanned before. */
  readonly over_since: string | null;
};

/** Who scans: a paired device, or somebody who is signed in and may check in. */
export type GateActor = GateDevice | { readonly kind: "staff"; readonly staff: StaffMember };

/** A call of the gate. `db` is bound to the seller. */
export type GateContext = OfficeContext & { readonly seller: Seller; readonly gate: GateActor };
