import type { CaptchaProvider, CaptchaPurpose } from "@foyer/contract/shop/captcha.ts";
import { CaptchaBlocked } from "./CaptchaBlocked.ts";
import { CaptchaCancelled } from "./CaptchaCancelled.ts";

type WidgetProvider = Exclude<CaptchaProvider, "altcha">;

/** The part of the widgets' APIs that is used here; all three share the API of reCAPTCHA. */
type Widget = {
  ready?: (then: () => void) => void;
  render(place: HTMLElement, options: Record<string, unknown>): string | number;
  execute(id: string | number): unknown;
  reset(id: string | number): void;
  remove?: (id: string | number) => void;
};
type Scripts = Partial<Record<"grecaptcha" | "hcaptcha" | "turnstile", Widget>>;

const widgetScripts = {
  recaptcha: { src: "https://www.google.com/recaptcha/api.js?render=explicit", name: "grecaptcha", brand: "reCAPTCHA" },
  hcaptcha: { src: "https://js.hcaptcha.com/1/api.js?render=explicit", name: "hcaptcha", brand: "hCaptcha" },
  turnstile: {
    src: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
    name: "turnstile",
    brand: "Cloudflare Turnstile",
  },
} as const;

/** The time limit in milliseconds: a blocker may leave the request without an answer. */
const scriptTimeout = 10_000;

const loading = new Map<WidgetProvider, Promise<Widget>>();

const loadWidget = (provider: WidgetProvider): Promise<Widget> => {
  const { src, name, brand } = widgetScripts[provider];
  const pending = loading.get(provider);
  if (pending) return pending;
  const widget = new Promise<Widget>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.async = true;
    const fail = (): void => {
      script.remove();
      reject(new CaptchaBlocked(brand));
    };
    const timeout = setTimeout(fail, scriptTimeout);
    script.onerror = fail;
    script.onload = () => {
      const found = (window as Scripts)[name];
      // Some blockers replace it with an empty script.
      if (!found) return fail();
      // Others let it through but block what it loads itself, so that it is never ready.
      const finish = (): void => {
        clearTimeout(timeout);
        resolve(found);
      };
      if (found.ready) found.ready(finish);
      else finish();
    };
    document.head.append(script);
  });
  loading.set(provider, widget);
  widget.catch(() => loading.delete(provider));
  return widget;
};

/**
 * reCAPTCHA does not report that its challenge was closed: its frame only becomes invisible. The frames of earlier attempts
 * stay in the page.
 */
const onChallengeClosed = (callback: () => void): (() => void) => {
  let wasShown = false;
  const timer = setInterval(() => {
    const frames = [...document.querySelectorAll('iframe[src*="/recaptcha/"][src*="bframe"]')];
    const isShown = frames.some((frame) => frame.checkVisibility({ visibilityProperty: true }));
    if (wasShown && !isShown) callback();
    wasShown ||= isShown;
  }, 500);
  return () => clearInterval(timer);
};

const isChallengeClosed = (code: unknown): boolean => code === "challenge-closed" || code === "challenge-expired";

/** Gets a token from a provider's widget, which only shows a challenge when in doubt. */
export const solveWidget = async (
  provider: WidgetProvider,
  site_key: string,
  purpose: CaptchaPurpose,
): Promise<string> => {
  const widget = await loadWidget(provider);
  const container = document.createElement("div");
  container.dataset.captcha = provider;
  document.body.append(container);
  let cleanUp = (): void => undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const cancel = () => reject(new CaptchaCancelled());
      // The callback comes shortly after the window has closed.
      if (provider === "recaptcha") cleanUp = onChallengeClosed(() => setTimeout(cancel, 1000));
      const id = widget.render(container, {
        sitekey: site_key,
        ...(provider === "turnstile" ? { action: purpose, appearance: "interaction-only" } : { size: "invisible" }),
        callback: (token: string) => resolve(token),
        "error-callback": (code: unknown) =>
          isChallengeClosed(code) ? cancel() : reject(new Error(`${provider} could not be answered`)),
        "close-callback": cancel,
        "chalexpired-callback": cancel,
        "expired-callback": cancel,
        "timeout-callback": cancel,
      });
      // Turnstile starts by itself.
      if (provider !== "turnstile") widget.execute(id);
      const stop = cleanUp;
      cleanUp = () => {
        stop();
        if (widget.remove) widget.remove(id);
        else widget.reset(id);
      };
    });
  } finally {
    cleanUp();
    container.remove();
  }
};
