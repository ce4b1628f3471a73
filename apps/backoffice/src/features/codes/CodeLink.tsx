import { useRef } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { CopyButton } from "../../shared/dialog/CopyButton.tsx";
import { Section } from "../../shared/Page.tsx";
import { QrCode } from "../../shared/QrCode.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Codes.module.css";

type CodeLinkProps = { readonly code: string; readonly link: string };

/** The link that opens the storefront with a code, to copy, and as a QR code to print. */
export function CodeLink({ code, link }: CodeLinkProps) {
  const drawn = useRef<HTMLDivElement>(null);
  return (
    <Section title="Link" lead="The code is added to the visitor's cart as soon as they choose tickets.">
      <p className={css.link}>{link}</p>
      <div ref={drawn}>
        <QrCode text={link} label={`The link with the code ${code}`} />
      </div>
      <div className={recordCss.actions}>
        <CopyButton size="small" text={link}>
          Copy the link
        </CopyButton>
        <Button size="small" onClick={() => drawn.current && saveDrawing(drawn.current, `code-${code}.svg`)}>
          Save the QR code to print
        </Button>
      </div>
    </Section>
  );
}

/** Saves an SVG, which is sharp at every size. */
const saveDrawing = (drawn: HTMLElement, filename: string): void => {
  const found = drawn.querySelector("svg");
  if (!found) return;
  const drawing = found.cloneNode(true) as SVGElement;
  drawing.removeAttribute("role");
  const url = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" }),
  );
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  // By then the browser has read the URL.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
