import type { IncomingHttpHeaders } from "node:http";
import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { RefusalContext } from "@foyer/contract/errors.ts";
import type { Database } from "../../db/connections.ts";
import type { Sealer } from "../sealer.ts";
import type { CircuitBreakerOptions } from "./circuitBreaker.ts";
import type { GatewayKeys, KeyValues } from "./gatewayKeys.ts";
import type { KeyFault, KeyTrialSubject } from "./keyTrial.ts";
import type { PaymentGateway, ProviderEvent } from "./paymentGateway.ts";
import type { RefundPaceOptions } from "./refundPace.ts";

/** For tests: another base URL of a provider (scheme, host and port), and the timeout of one call in milliseconds. */
export type GatewayEndpoint = { readonly baseUrl?: string | undefined; readonly timeoutMs?: number };

/** The dependencies that gateways are opened with. */
export type GatewayDeps = {
  readonly databaseOf: (sellerId: string) => Database;
  /** Decrypts the sellers' keys. Without it, gateways that need keys are not set up. */
  readonly sealer?: Sealer;
  readonly endpoints?: Partial<Readonly<Record<GatewayId, GatewayEndpoint>>>;
  readonly breaker?: CircuitBreakerOptions;
  readonly pace?: RefundPaceOptions;
};

/** Opens a gateway for one seller; undefined if it is not set up. */
export type SellerGatewayFinder = (sellerId: string) => Promise<PaymentGateway | undefined>;

/** What a browser may know about a seller's account with their provider. */
export type PublicGatewayConfig = { readonly publishable_key: string; readonly pmc_id: string | null };

/** What the page with a provider's card fields may load, as sources of its Content-Security-Policy. */
export type PaymentPageSources = {
  /** The owner of the scripts in the inventory page/security/scripts.json. */
  readonly scriptOwner: string;
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  readonly img: readonly string[];
  /** Origins besides our own that may open the browser's payment sheet. */
  readonly paymentRequest: readonly string[];
};

/** Reads a provider's webhook; undefined for a body without a valid signature. */
export type WebhookReader = (
  sellerId: string,
  body: Buffer,
  headers: IncomingHttpHeaders,
) => Promise<ProviderEvent | undefined>;

/** One gateway: its adapter, and everything about it that the rest of the server needs to know. */
export type GatewayDefinition = {
  readonly open: (deps: GatewayDeps) => SellerGatewayFinder;
  /** Whether it is reached over the network: its calls then go through a circuit breaker, one per seller. */
  readonly isRemote: boolean;
  /** Whether it moves no money: production only has it if an operator allows it. */
  readonly isForTests: boolean;
  /** SQL: whether the payment `p` of the seller `$1` moved no money, for a gateway that is not only for tests. */
  readonly testPaymentCondition?: string;
  /** Whether it can charge a saved card without its payer. */
  readonly savesMethods: boolean;
  /** Whether refunds and disputes can also start at the provider, so that they are listed from time to time. */
  readonly isReconciled: boolean;
  /** Whether it pays out to the seller's bank, and lists what is in each payout. */
  readonly hasPayouts: boolean;
  /** The context of the refusal `not_configured`. */
  readonly refusalContext: RefusalContext;
  /** Sellers save their keys with `foyer seller keys SLUG --<gateway id>`. */
  readonly keys?: GatewayKeys;
  /** Asks the provider whether keys work. */
  readonly tryKeys?: (deps: GatewayDeps, keys: KeyValues, subject: KeyTrialSubject) => Promise<KeyFault | undefined>;
  /** The events that its webhook needs. */
  readonly webhookEvents?: readonly string[];
  /** Its route is `/_hooks/<gateway id>/<seller's slug>`. */
  readonly webhook?: (deps: GatewayDeps) => WebhookReader;
  readonly publicConfig?: (deps: GatewayDeps, sellerId: string) => Promise<PublicGatewayConfig | undefined>;
  readonly pageSources?: PaymentPageSources;
  /** The URL at which the seller sees a payment at the provider. */
  readonly paymentUrl?: (ref: string) => string;
  /** The URL at which the seller sees a payout at the provider. */
  readonly payoutUrl?: (ref: string) => string;
  /** The provider's id of the payment method in the data that a payer sends. */
  readonly sentMethodRef?: (data: Readonly<Record<string, unknown>>) => string | undefined;
};
