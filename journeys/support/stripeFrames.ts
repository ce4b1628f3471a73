/**
 * Doubles of the contents of Stripe's frames. Each runs in the browser as text, so it cannot use anything else in this
 * file. They communicate with `stripeScript.ts` by messages.
 */

/** The wallet's button in Stripe's frame. `email` is the address stored in the wallet. */
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

/** The card fields in Stripe's frame. `wallet` is whether the device has one. */
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
