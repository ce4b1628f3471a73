import { vi } from "vitest";

type Handler = (event: unknown) => void;
type Refusal = { type?: string; code?: string; message?: string };

type Script = (key: unknown) => unknown;
/**
 * Stripe's loader looks for its script once in a process, which runs several test files with a window and modules of their
 * own. So the script that it finds first delegates to the double of the running test, which the process keeps.
 */
const current = process as typeof process & { stripeScript?: Script };
Object.assign(window, { Stripe: Object.assign((key: unknown) => current.stripeScript?.(key), { version: "endive" }) });

/** A double of Stripe's script: records calls, and lets a test emit events. */
export const installStripeDouble = () => {
  const handlers = new Map<string, Handler>();
  const recorded = {
    keys: [] as unknown[],
    elements: [] as Record<string, unknown>[],
    fields: [] as Record<string, unknown>[],
    /** Groups of elements that hold wallet buttons, and the options of those buttons. */
    walletElements: [] as Record<string, unknown>[],
    walletButtons: [] as Record<string, unknown>[],
    updates: [] as Record<string, unknown>[],
    tokens: [] as Record<string, unknown>[],
  };
  const answers = {
    submit: async (): Promise<{ error?: Refusal }> => ({}),
    token: async (): Promise<{ error?: Refusal; confirmationToken?: { id: string } }> => ({
      confirmationToken: { id: "ctoken_1" },
    }),
    handleNextAction: vi.fn(async (_wish: { clientSecret: string }): Promise<{ error?: Refusal }> => ({})),
    retrievePaymentIntent: vi.fn(async (_secret: string): Promise<object> => ({
      paymentIntent: { status: "succeeded" },
    })),
  };
  const payment = {
    on: (name: string, handler: Handler) => void handlers.set(name, handler),
    off: () => undefined,
    mount: () => undefined,
    update: () => undefined,
    destroy: () => undefined,
    clear: vi.fn(),
  };
  const walletHandlers = new Map<string, Handler>();
  const wallets = { ...payment, on: (name: string, handler: Handler) => void walletHandlers.set(name, handler) };
  const submit = vi.fn(() => answers.submit());
  const stripe = {
    elements: (groupOptions: Record<string, unknown>) => ({
      create: (kind: string, options: Record<string, unknown>) => {
        if (kind === "expressCheckout") {
          recorded.walletElements.push(groupOptions);
          recorded.walletButtons.push(options);
          return wallets;
        }
        recorded.elements.push(groupOptions);
        recorded.fields.push(options);
        return payment;
      },
      getElement: () => payment,
      update: (options: Record<string, unknown>) => void recorded.updates.push(options),
      submit,
    }),
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    createConfirmationToken: async (options: Record<string, unknown>) => {
      recorded.tokens.push(options);
      return answers.token();
    },
    handleNextAction: (action: { clientSecret: string }) => answers.handleNextAction(action),
    retrievePaymentIntent: (secret: string) => answers.retrievePaymentIntent(secret),
  };
  current.stripeScript = (key) => {
    recorded.keys.push(key);
    return stripe;
  };
  return {
    recorded,
    answers,
    /** Makes the script throw when it is used. */
    failToLoad: () => {
      current.stripeScript = () => {
        throw new Error("blocked");
      };
    },
    submit,
    clear: payment.clear,
    /** Emits an event of the wallet buttons. */
    emitWallet: (name: "ready" | "click" | "confirm" | "cancel" | "loaderror", event: object = {}) =>
      walletHandlers.get(name)?.({ elementType: "expressCheckout", ...event }),
    /** Emits an event of the fields; 'change' comes with the type of the payment method, which is filled in. */
    emit: (name: "ready" | "change" | "loaderror", type = "card") =>
      handlers.get(name)?.({ elementType: "payment", value: { type }, complete: true }),
  };
};
