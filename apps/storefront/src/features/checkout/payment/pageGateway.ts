import type { ComponentType, ReactNode } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import type { WalletOwner } from "@foyer/rules/checkout/express/walletAnswers.ts";
import type { Minor } from "@foyer/rules/values/money.ts";
import type { ProviderRefusal } from "./ProviderRefusal.ts";

export type GatewayFee = Cart["cart_fees"][number];

/** A gateway that a cart can be paid with. Free carts and gift cards need none. */
export type PageGatewayId = Exclude<GatewayFee["gateway_id"], "free">;

/** Wallets with a pay button of their own style and label. */
export type Wallet = "apple_pay" | "google_pay";

export type GatewayFormOptions = {
  /** The cart is paid with this gateway. An inactive form loads nothing. */
  readonly isActive: boolean;
  /** False once the bank has confirmed a payment: the payer is not asked for payment details again. */
  readonly needsDetails: boolean;
  readonly fee: GatewayFee | undefined;
  /** The amount left after gift cards. */
  readonly remaining: Minor;
  readonly currency: string;
  /** The payment method is saved and charged again for the membership's next terms. */
  readonly isAutoRenewed: boolean;
};

/** The payment fields of one gateway: their state, and how to submit them. */
export type GatewayForm = {
  /** The fields, or their placeholder while they load. */
  readonly fields: ReactNode;
  readonly isReady: boolean;
  /** The provider's script or fields did not load. */
  readonly hasFailed: boolean;
  /** The wallet that is chosen in the fields. */
  readonly wallet: Wallet | undefined;
  /** The chosen payment method needs the payer's address. */
  readonly needsAddress: boolean;
  readonly hasProblems: boolean;
  /** The payer has filled in everything required. */
  readonly isComplete: boolean;
  /** Shows what is wrong next to its field. True if nothing is. */
  readonly check: () => boolean;
  /**
   * Validates the provider's own fields and opens a wallet's sheet. Browsers only open that sheet during the press itself,
   * so nothing may be awaited before this call.
   */
  readonly submit: () => Promise<void>;
  readonly offer: (payer: IdentityInput) => Promise<PaymentInput>;
  /** Runs the bank's next step in this page. Undefined for a gateway whose next step is on a separate page. */
  readonly handleNextAction: ((clientSecret: string) => Promise<ProviderRefusal | undefined>) | undefined;
  readonly clear: () => void;
};

/** A wallet whose owner has confirmed the payment. It can pay once, and only while the page is open. */
export type WalletPayment = {
  /** 'Google Pay' */
  readonly name: string;
  /** The amount that its sheet showed, which is the most that may be charged. */
  readonly amount: Minor;
  readonly owner: WalletOwner;
  /** `amount`: a decimal string. */
  readonly offer: (amount: string) => PaymentInput;
};

export type WalletButtonsProps = {
  readonly fee: GatewayFee | undefined;
  readonly remaining: Minor;
  readonly currency: string;
  /** What the order needs from the wallet's owner in addition to a name. */
  readonly asks: { readonly email: boolean; readonly phone: boolean };
  /** Called once it is known whether this browser and this seller have a wallet. */
  readonly onKnown: (hasWallets: boolean) => void;
  readonly onConfirm: (payment: WalletPayment) => void;
  /** The wallet was confirmed but could not be used. */
  readonly onRefusal: (refusal: ProviderRefusal) => void;
};

/** Everything the checkout page knows about a payment gateway. */
export type PageGateway = {
  /** False for a seller whose keys are missing. */
  readonly isConfigured: (fee: GatewayFee) => boolean;
  /** True if no money moves. */
  readonly isTestMode: (fee: GatewayFee | undefined) => boolean;
  /** Hosts of the provider to which a payer may be sent. */
  readonly redirectHosts: ReadonlySet<string>;
  readonly useForm: (options: GatewayFormOptions) => GatewayForm;
  /** The wallet buttons for the top of the checkout; they load by themselves. Absent if there are none. */
  readonly WalletButtons?: ComponentType<WalletButtonsProps>;
  /** Recognises the value in the URL with which a bank returns the payer. */
  readonly isReference: (value: string) => boolean;
  /** A tender that pays with a card saved in the account. Absent if the gateway saves none. */
  readonly savedMethodOffer?: (saved_payment_method_id: string, amount: string) => PaymentInput;
  /** A tender that continues the payment with this reference instead of starting a new one. */
  readonly resumeOffer: (reference: string, offer: Pick<PaymentInput, "amount" | "auto_renew">) => PaymentInput;
  /** Asks the provider for the outcome of a payment. Undefined if the payment continues, or the server has to ask. */
  readonly checkReturn?: (reference: string, fee: GatewayFee | undefined) => Promise<ProviderRefusal | undefined>;
};
