import { intentObject, type FakeIntent } from "./stripeObjects.ts";

export type Answer = { readonly status: number; readonly body: object };

export const errorAnswer = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { type: "invalid_request_error", code, message } },
});
export const okAnswer = (body: object): Answer => ({ status: 200, body });
export const unexpectedState = (intent: FakeIntent): Answer => ({
  status: 400,
  body: {
    error: {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message: `This PaymentIntent's status is ${intent.status}`,
      payment_intent: intentObject(intent),
    },
  },
});
