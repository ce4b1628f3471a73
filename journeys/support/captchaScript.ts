/** The global name of a provider's script, and whether its widget starts solving as soon as it is rendered. */
export type CaptchaScript = { readonly name: string; readonly frame: string; readonly startsItself: boolean };

/**
 * Double of a captcha provider's script. It runs in the browser as text, so it cannot use anything else in this
 * repository. Like the original, it inserts a frame of the provider, which answers for the page that shows it.
 */
export const captchaScript = ({ name, frame, startsItself }: CaptchaScript): void => {
  type Options = { sitekey: string; action?: string; callback: (token: string) => void };
  const widgets: { place: HTMLElement; options: Options }[] = [];
  const solve = (id: number): void => {
    const widget = widgets[id];
    if (!widget) throw new Error(`there is no widget ${id}`);
    const { place, options } = widget;
    const shown = document.createElement("iframe");
    shown.title = "Captcha";
    shown.src = `${frame}?${new URLSearchParams({ sitekey: options.sitekey, action: options.action ?? "" })}`;
    const onMessage = ({ source, data }: MessageEvent): void => {
      if (source !== shown.contentWindow || typeof data?.token !== "string") return;
      window.removeEventListener("message", onMessage);
      options.callback(data.token);
    };
    window.addEventListener("message", onMessage);
    place.append(shown);
  };
  const widget = {
    ready: (then: () => void) => then(),
    render: (place: HTMLElement, options: Options): number => {
      widgets.push({ place, options });
      if (startsItself) solve(widgets.length - 1);
      return widgets.length - 1;
    },
    execute: solve,
    reset: () => undefined,
  };
  Object.assign(window, { [name]: widget });
};
