import { vi } from "vitest";

type Handler = (event: unknown) => void;
type Refusal = { type?: string; code?: string; message?: string };

let current: (key: unknown) => unknown = () => undefined;
/** The vendor's loader looks for its script once: it finds this one, which does as the running test wants. */
Object.assign(window, { Stripe: Object.assign((key: unknown) => current(key), { version: "endive" }) });

/** Stands in for the vendor's script where there is no browser: what it was told, and a hand to move it. */
export const stripeInPage = () => {
  const handlers = new Map<string, Handler>();
  const told = {
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
      told.fields.push(options);
      return payment;
    },
    getElement: () => payment,
    update: (options: Record<string, unknown>) => void told.updates.push(options),
    submit: vi.fn(() => answers.submit()),
  };
  const stripe = {
    elements: (options: Record<string, unknown>) => {
      told.elements.push(options);
      return elements;
    },
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    createConfirmationToken: async (options: Record<string, unknown>) => {
      told.tokens.push(options);
      return { confirmationToken: { id: "ctoken_1" } };
    },
    handleNextAction: (wish: { clientSecret: string }) => answers.handleNextAction(wish),
    retrievePaymentIntent: (secret: string) => answers.retrievePaymentIntent(secret),
  };
  current = (key) => {
    told.keys.push(key);
    return stripe;
  };
  return {
    told,
    answers,
    /** The script is there and does not do its work. */
    breaks: () => {
      current = () => {
        throw new Error("blocked");
      };
    },
    submit: elements.submit,
    clear: payment.clear,
    /** The fields tell of something: 'ready', 'change' with a type, 'loaderror'. */
    tell: (name: "ready" | "change" | "loaderror", type = "card") =>
      handlers.get(name)?.({ elementType: "payment", value: { type } }),
  };
};
