/**
 * Double of Stripe's script. It runs in the browser as text, so it cannot use anything else in this repository. Like
 * Stripe's, it and its frames (`stripeFrames.ts`) communicate by messages and ignore messages from anyone else.
 */
export const stripeScript = (): void => {
  type Answer = { error?: object; [name: string]: unknown };
  type Intent = {
    id: string;
    error?: object;
    last_payment_error?: object | null;
    next_action?: { redirect_to_url?: { url: string } } | null;
  };
  const vendor = "https://js.stripe.com";
  const api = "https://api.stripe.com";

  const frameAt = (address: string, title: string, height: string): HTMLIFrameElement => {
    const frame = document.createElement("iframe");
    frame.src = address;
    frame.title = title;
    frame.allow = "payment *";
    frame.style.setProperty("width", "100%");
    frame.style.setProperty("height", height);
    frame.style.setProperty("border", "0");
    return frame;
  };
  /** Only accepts messages from this frame. */
  const onMessageFrom = (
    frame: HTMLIFrameElement,
    listen: (said: { kind: string; [name: string]: unknown }) => void,
  ) => {
    const onMessage = ({ origin, source, data }: MessageEvent): void => {
      const isIts = source === frame.contentWindow && origin === new URL(frame.src).origin;
      if (isIts && typeof data === "object" && data !== null && typeof data.kind === "string") listen(data);
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  };

  const paymentElement = (options: object, elementOptions: object) => {
    const handlers = new Map<string, (event: object) => void>();
    const waiting: ((answer: Answer) => void)[] = [];
    const frame = frameAt(`${vendor}/endive/fields.html`, "Secure payment input frame", "220px");
    let stopListening = (): void => undefined;
    const post = (words: object) => frame.contentWindow?.postMessage(words, vendor);
    const request = (words: object): Promise<Answer> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        post(words);
      });
    const element = {
      on: (name: string, handler: (event: object) => void) => void handlers.set(name, handler),
      off: () => undefined,
      mount: (place: HTMLElement) => {
        stopListening = onMessageFrom(frame, (said) => {
          if (said.kind === "there") post({ kind: "dress", options, wishes: elementOptions });
          else if (said.kind === "answer") waiting.shift()?.(said.answer as Answer);
          else if (said.kind === "height") frame.style.setProperty("height", `${Number(said.height)}px`);
          else
            handlers.get(said.kind)?.({ elementType: "payment", value: { type: said.type }, complete: said.complete });
        });
        place.append(frame);
      },
      update: () => undefined,
      unmount: () => frame.remove(),
      destroy: () => {
        stopListening();
        frame.remove();
      },
      clear: () => post({ kind: "clear" }),
    };
    return { element, ask: request, say: post };
  };

  /** The wallet buttons, and the sheet that each opens. `cards` are what the wallet pays with, by sheet. */
  const walletElement = () => {
    const handlers = new Map<string, (event: object) => void>();
    const frame = frameAt(`${vendor}/endive/wallets.html`, "Secure express checkout frame", "48px");
    let stopListening = (): void => undefined;
    let token = "";
    const owner = {
      name: "Grace Hopper",
      email: "",
      phone: "+1 212 555 0100",
      address: {
        line1: "1 Pier Road",
        line2: null,
        city: "New York",
        state: "NY",
        postal_code: "10004",
        country: "US",
      },
    };
    const openSheet = (asked: { emailRequired?: boolean; phoneNumberRequired?: boolean }, email: string): void => {
      const sheet = document.createElement("dialog");
      sheet.setAttribute("aria-label", "Google Pay");
      const press = (text: string, then: () => void): void => {
        const button = document.createElement("button");
        button.textContent = text;
        button.addEventListener("click", () => {
          sheet.close();
          sheet.remove();
          then();
        });
        sheet.append(button);
      };
      const confirm = (type: string) => () => {
        token = type;
        handlers.get("confirm")?.({
          elementType: "expressCheckout",
          expressPaymentType: "google_pay",
          paymentFailed: () => undefined,
          billingDetails: {
            name: owner.name,
            address: owner.address,
            ...(asked.emailRequired && { email }),
            ...(asked.phoneNumberRequired && { phone: owner.phone }),
          },
        });
      };
      press("Pay", confirm("card_visa"));
      press("Pay with a card that is declined", confirm("card_chargeDeclined"));
      press("Cancel", () => handlers.get("cancel")?.({ elementType: "expressCheckout" }));
      document.body.append(sheet);
      sheet.showModal();
    };
    const element = {
      on: (name: string, handler: (event: object) => void) => void handlers.set(name, handler),
      off: () => undefined,
      mount: (place: HTMLElement) => {
        stopListening = onMessageFrom(frame, (said) => {
          if (said.kind === "there")
            handlers.get("ready")?.({
              elementType: "expressCheckout",
              availablePaymentMethods: said.wallet ? { googlePay: true, applePay: false, link: false } : undefined,
            });
          else if (said.kind === "press")
            handlers.get("click")?.({
              elementType: "expressCheckout",
              expressPaymentType: "google_pay",
              resolve: (asked: object) => openSheet(asked, String(said.email)),
              reject: () => undefined,
            });
        });
        place.append(frame);
      },
      update: () => undefined,
      unmount: () => frame.remove(),
      destroy: () => {
        stopListening();
        frame.remove();
      },
    };
    return { element, type: () => token };
  };
  const createToken = async (type: string): Promise<Answer> => {
    const body = new URLSearchParams({ type });
    const answer = await fetch(`${api}/v1/confirmation_tokens`, { method: "POST", body });
    return { confirmationToken: await answer.json() };
  };

  const script = (key: string) => {
    const fetchIntent = async (secret: string): Promise<Intent> => {
      const query = new URLSearchParams({ key, client_secret: secret });
      const answer = await fetch(`${api}/v1/payment_intents/${secret.split("_secret_")[0]}?${query}`);
      return answer.json();
    };
    const toResult = (intent: Intent): Answer => {
      if (intent.error) return { error: intent.error };
      return intent.last_payment_error ? { error: intent.last_payment_error } : { paymentIntent: intent };
    };
    return {
      elements: (elementOptions: object) => {
        let fields: ReturnType<typeof paymentElement> | undefined;
        let wallets: ReturnType<typeof walletElement> | undefined;
        return {
          create: (kind: string, options: object) => {
            if (kind === "expressCheckout") return (wallets = walletElement()).element;
            return (fields = paymentElement(options, elementOptions)).element;
          },
          getElement: () => (wallets ?? fields)?.element ?? null,
          update: (more: object) => fields?.say({ kind: "dress", options: {}, wishes: { ...elementOptions, ...more } }),
          // Browsers only open a payment sheet during a user gesture.
          submit: async () =>
            wallets ? {} : fields?.ask({ kind: "submit", active: navigator.userActivation.isActive }),
          token: () => (wallets ? createToken(wallets.type()) : fields?.ask({ kind: "token" })),
        };
      },
      createToken: () => undefined,
      createPaymentMethod: () => undefined,
      confirmCardPayment: () => undefined,
      createConfirmationToken: ({ elements }: { elements: { token: () => Promise<Answer> } }) => elements.token(),
      retrievePaymentIntent: async (secret: string): Promise<Answer> => {
        const intent = await fetchIntent(secret);
        return intent.error ? { error: intent.error } : { paymentIntent: intent };
      },
      handleNextAction: async ({ clientSecret }: { clientSecret: string }): Promise<Answer> => {
        const { next_action, id } = await fetchIntent(clientSecret);
        if (next_action?.redirect_to_url) {
          window.location.assign(next_action.redirect_to_url.url);
          return new Promise(() => undefined);
        }
        const dialog = document.createElement("dialog");
        dialog.setAttribute("aria-label", "3D Secure");
        const frame = frameAt(`https://hooks.stripe.com/bank/${id}`, "3D Secure", "160px");
        dialog.append(frame);
        document.body.append(dialog);
        const stopListening = await new Promise<() => void>((resolve) => {
          const stop = onMessageFrom(frame, ({ kind }) => kind === "decided" && resolve(stop));
          dialog.showModal();
        });
        stopListening();
        dialog.remove();
        return toResult(await fetchIntent(clientSecret));
      },
    };
  };
  Object.assign(window, { Stripe: Object.assign(script, { version: "endive" }) });
};
