import { vi } from "vitest";

type Handler = (event: unknown) => void;
type Refusal = { type?: string; code?: string; message?: string };

let currentScript: (key: unknown) => unknown = () => undefined;
/** Stripe's loader looks for its script once, so this one delegates to the double of the running test. */
Object.assign(window, { Stripe: Object.assign((key: unknown) => currentScript(key), { version: "endive" }) });

/** A double of Stripe's script: records calls, and lets a test emit events. */
export const installStripeDouble = () => {
  const handlers = new Map<string, Handler>();
  const recorded = {
    keys: [] as unknown[],
    elements: [] as Record<string, unknown>[],
    fields: [] as Record<string, unknown>[],
    updates: [] as Record<string, unknown>[],
    tokens: [] as Record<string, unknown>[],
  };
  const answers = {
    submit: async (): Promise<{ error?: Refusal }> => ({}),
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
  const elements = {
    create: (_: string, options: Record<string, unknown>) => {
      recorded.fields.push(options);
      return payment;
    },
    getElement: () => payment,
    update: (options: Record<string, unknown>) => void recorded.updates.push(options),
    submit: vi.fn(() => answers.submit()),
  };
  const stripe = {
    elements: (options: Record<string, unknown>) => {
      recorded.elements.push(options);
      return elements;
    },
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    createConfirmationToken: async (options: Record<string, unknown>) => {
      recorded.tokens.push(options);
      return { confirmationToken: { id: "ctoken_1" } };
    },
    handleNextAction: (action: { clientSecret: string }) => answers.handleNextAction(action),
    retrievePaymentIntent: (secret: string) => answers.retrievePaymentIntent(secret),
  };
  currentScript = (key) => {
    recorded.keys.push(key);
    return stripe;
  };
  return {
    recorded,
    answers,
    /** Makes the script throw when it is used. */
    failToLoad: () => {
      currentScript = () => {
        throw new Error("blocked");
      };
    },
    submit: elements.submit,
    clear: payment.clear,
    /** Emits an event of the fields; 'change' comes with the type of the payment method, which is filled in. */
    emit: (name: "ready" | "change" | "loaderror", type = "card") =>
      handlers.get(name)?.({ elementType: "payment", value: { type }, complete: true }),
  };
};
