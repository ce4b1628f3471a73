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

/** Wallets whose pay button looks and reads differently. */
export type Wallet = "apple_pay" | "google_pay";

export type GatewayFormOptions = {
  /** The cart is paid with this gateway. An inactive form loads nothing. */
  readonly isActive: boolean;
  /** False once the bank has confirmed a payment: the payer is not asked for payment details again. */
  readonly needsDetails: boolean;
  readonly fee: GatewayFee | undefined;
  /** What gift cards leave to pay. */
  readonly remaining: Minor;
  readonly currency: string;
  /** The payment method is kept and charged again for the membership's next terms. */
  readonly isAutoRenewed: boolean;
};

/** The payment fields of one gateway: their state, and how to submit them. */
export type GatewayForm = {
  /** The fields, or what holds their place while they load. */
  readonly fields: ReactNode;
  readonly isReady: boolean;
  /** The provider's script or fields did not load. */
  readonly hasFailed: boolean;
  /** The wallet that is chosen in the fields. */
  readonly wallet: Wallet | undefined;
  /** The chosen payment method needs the payer's address. */
  readonly needsAddress: boolean;
  readonly hasProblems: boolean;
  /** What the payer has to fill in is filled in. */
  readonly isComplete: boolean;
  /** Shows what is wrong next to its field. True when nothing is. */
  readonly check: () => boolean;
  /**
   * Validates the provider's own fields and opens a wallet's sheet. Browsers open that sheet only during the press
   * itself, so nothing may be awaited before this call.
   */
  readonly submit: () => Promise<void>;
  readonly offer: (payer: IdentityInput) => Promise<PaymentInput>;
  /** Runs the bank's next step in this page. Undefined for a gateway that has a page of its own for it. */
  readonly handleNextAction: ((clientSecret: string) => Promise<ProviderRefusal | undefined>) | undefined;
  readonly clear: () => void;
};

/** A wallet whose owner has agreed to pay. It pays once, and only while the page is open. */
export type WalletPayment = {
  /** 'Google Pay' */
  readonly name: string;
  /** What its sheet showed: more than that is not charged with it. */
  readonly amount: Minor;
  readonly owner: WalletOwner;
  /** `amount`: decimal. */
  readonly offer: (amount: string) => PaymentInput;
};

export type WalletButtonsProps = {
  readonly fee: GatewayFee | undefined;
  readonly remaining: Minor;
  readonly currency: string;
  /** What the order needs of the wallet's owner beside a name. */
  readonly asks: { readonly email: boolean; readonly phone: boolean };
  /** Whether this browser and this seller have a wallet at all, once it is known. */
  readonly onKnown: (hasWallets: boolean) => void;
  readonly onConfirm: (payment: WalletPayment) => void;
  /** The wallet was confirmed and could not be used. */
  readonly onRefusal: (refusal: ProviderRefusal) => void;
};

/** Everything the checkout page knows about a payment gateway. */
export type PageGateway = {
  /** False for a seller whose keys are missing. */
  readonly isConfigured: (fee: GatewayFee) => boolean;
  /** No money moves. */
  readonly isTestMode: (fee: GatewayFee | undefined) => boolean;
  /** Hosts of the provider that a payer may be sent to. */
  readonly redirectHosts: ReadonlySet<string>;
  readonly useForm: (options: GatewayFormOptions) => GatewayForm;
  /** The buttons of wallets for the top of the checkout; they load by themselves. Absent where there are none. */
  readonly WalletButtons?: ComponentType<WalletButtonsProps>;
  /** Recognises the value in the address with which a bank sends its payer back. */
  readonly isReference: (value: string) => boolean;
  /** An offer to pay with a card that the account has saved. Absent where the gateway saves none. */
  readonly savedMethodOffer?: (saved_payment_method_id: string, amount: string) => PaymentInput;
  /** An offer that continues the payment with this reference instead of starting a new one. */
  readonly resumeOffer: (reference: string, offer: Pick<PaymentInput, "amount" | "auto_renew">) => PaymentInput;
  /** Asks the provider what became of a payment. Undefined: the payment goes on, or the server has to ask. */
  readonly checkReturn?: (reference: string, fee: GatewayFee | undefined) => Promise<ProviderRefusal | undefined>;
};
