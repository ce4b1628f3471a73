import { channel } from "node:diagnostics_channel";

/** What happens in the server, for whoever measures it. Without a listener emitting costs a comparison. */
export type Signal<Message extends object> = {
  /** Whether anybody listens: what a message costs to make can be saved otherwise. */
  readonly hasListeners: () => boolean;
  readonly emit: (message: Message) => void;
  /** Returns a function that ends it. A listener must not throw. */
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
