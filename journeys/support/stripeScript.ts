/**
 * Doubles of Stripe's script and of the content of its frames. Both run in the browser as text, so neither can use anything
 * else of this file. Like Stripe's, they communicate by messages and ignore everybody else's.
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
  /** Accepts messages of this frame only. */
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

  /** The buttons of wallets, and the sheet that one of them opens. `cards`: what the wallet pays with, by the sheet. */
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
          // Browsers open a payment sheet only during a user gesture.
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

/** The wallet's button in Stripe's frame. `email`: the address that the wallet knows. */
export const stripeWallets = ({ wallet, page, email }: { wallet: boolean; page: string; email: string }): void => {
  const say = (words: object) => window.parent.postMessage(words, page);
  if (wallet) {
    const button = document.createElement("button");
    button.textContent = "Google Pay";
    button.style.setProperty("width", "100%");
    button.style.setProperty("height", "48px");
    button.addEventListener("click", () => say({ kind: "press", email }));
    document.body.append(button);
  }
  say({ kind: "there", wallet });
};

/** The card fields in Stripe's frame. `wallet`: the device has one. */
export const stripeFields = ({ wallet, page }: { wallet: boolean; page: string }): void => {
  const say = (words: object) => window.parent.postMessage(words, page);
  const methods = [
    ...(wallet ? [["google_pay", "Google Pay"]] : []),
    ["card", "Card"],
    ["klarna", "Klarna"],
    ["us_bank_account", "US bank account"],
  ] as const;
  const cards: Record<string, string> = {
    "4242424242424242": "card_visa",
    "4000000000003220": "card_threeDSecure2Required",
    "4000000000000002": "card_chargeDeclined",
  };
  const tokens: Record<string, string> = {
    google_pay: "card_visa",
    klarna: "klarna",
    us_bank_account: "usBankAccount",
  };
  let chosen = wallet ? "google_pay" : "card";

  const label = (text: string, control: HTMLElement, before = false): HTMLLabelElement => {
    const made = document.createElement("label");
    made.append(...(before ? [control, text] : [text, control]));
    return made;
  };
  const number = document.createElement("input");
  number.inputMode = "numeric";
  number.autocomplete = "cc-number";
  const problem = document.createElement("p");
  problem.setAttribute("role", "alert");
  const cardPart = document.createElement("div");
  cardPart.className = "card";
  cardPart.append(label("Card number", number), problem);

  const reportChange = () =>
    say({
      kind: "change",
      type: chosen,
      complete: chosen !== "card" || cards[number.value.replace(/\D/g, "")] !== undefined,
    });
  number.addEventListener("input", reportChange);
  const height = () => say({ kind: "height", height: document.documentElement.offsetHeight });
  const choose = (type: string): void => {
    chosen = type;
    cardPart.hidden = type !== "card";
    reportChange();
    height();
  };
  const list = document.createElement("fieldset");
  const legend = document.createElement("legend");
  legend.textContent = "Payment method";
  list.append(legend);
  for (const [type, name = type] of methods) {
    const radio = document.createElement("input");
    radio.type = "radio";
    radio.name = "method";
    radio.checked = type === chosen;
    radio.addEventListener("change", () => choose(type));
    const item = document.createElement("div");
    item.className = "item";
    item.append(label(name, radio, true));
    if (type === "card") item.append(cardPart);
    list.append(item);
  }

  const typed = () => number.value.replace(/\D/g, "");
  const answerTo = async (said: { kind: string; active?: boolean }): Promise<object> => {
    if (said.kind === "submit") {
      problem.textContent = chosen === "card" && !cards[typed()] ? "Your card number is incomplete." : "";
      height();
      if (problem.textContent !== "")
        return { error: { type: "validation_error", code: "incomplete_number", message: problem.textContent } };
      return chosen === "google_pay" && !said.active
        ? { error: { type: "invalid_request_error", message: "The sheet must be opened by a press." } }
        : {};
    }
    const answer = await fetch("https://api.stripe.com/v1/confirmation_tokens", {
      method: "POST",
      body: new URLSearchParams({ type: tokens[chosen] ?? cards[typed()] ?? "" }),
    });
    return { confirmationToken: await answer.json() };
  };

  window.addEventListener("message", ({ origin, source, data }) => {
    if (origin !== page || source !== window.parent) return;
    if (data.kind === "dress") {
      const { theme, variables = {}, rules = {} } = data.wishes.appearance ?? {};
      document.documentElement.style.colorScheme = theme === "night" ? "dark" : "light";
      for (const [name, value] of Object.entries(variables))
        document.documentElement.style.setProperty(`--${name}`, String(value));
      document.documentElement.style.setProperty("--line", rules[".AccordionItem"]?.border ?? "");
      document.documentElement.style.setProperty("--edge", rules[".Input"]?.border ?? "");
      if (!list.isConnected) {
        document.body.append(list);
        say({ kind: "ready" });
        choose(chosen);
      }
      height();
    } else if (data.kind === "clear") {
      number.value = "";
    } else void answerTo(data).then((answer) => say({ kind: "answer", answer }));
  });
  say({ kind: "there" });
};

export const stripeStyle = `
  * { box-sizing: border-box }
  html { background: transparent } body { margin: 0; padding: 2px; font: var(--fontSizeBase, 16px)/1.4 var(--fontFamily, sans-serif); color: var(--colorText) }
  fieldset { border: 0; margin: 0; padding: 0 } legend { position: absolute; clip-path: inset(50%) }
  .item { border: var(--line); background: var(--colorBackground); padding: 14px 16px; border-bottom-width: 0 }
  .item:first-of-type { border-radius: var(--borderRadius) var(--borderRadius) 0 0 } .item:last-of-type { border-bottom: var(--line); border-radius: 0 0 var(--borderRadius) var(--borderRadius) }
  .item > label { display: flex; gap: 10px; align-items: center; font-weight: 600 } input[type=radio] { accent-color: var(--colorPrimary); margin: 0; inline-size: 18px; block-size: 18px }
  .card { margin-top: 14px } .card label { display: grid; gap: 6px } .card input { font: inherit; color: inherit; background: var(--colorBackground); border: var(--edge); border-radius: var(--borderRadius); padding: 12px }
  p { margin: 6px 0 0; color: var(--colorDanger) } p:empty { display: none } [hidden] { display: none }
`;
