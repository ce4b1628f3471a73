import { channel } from "node:diagnostics_channel";

/** An event in the server that can be measured. Without a listener, emitting costs one comparison. */
export type Signal<Message extends object> = {
  /** Whether anybody listens. If not, the cost of creating a message can be saved. */
  readonly hasListeners: () => boolean;
  readonly emit: (message: Message) => void;
  /** Returns a function that removes the listener. A listener must not throw. */
  readonly listen: (listener: (message: Message) => void) => () => void;
};

export const signal = <Message extends object>(name: string): Signal<Message> => {
  const messages = channel(`foyer:${name}`);
  return {
    hasListeners: () => messages.hasSubscribers,
    emit: (message) => {
      if (messages.hasSubscribers) messages.publish(message);
    },
    listen: (listener) => {
      const receive = (message: unknown): void => listener(message as Message);
      messages.subscribe(receive);
      return () => {
        messages.unsubscribe(receive);
      };
    },
  };
};
