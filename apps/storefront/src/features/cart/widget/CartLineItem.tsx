import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { IconButton } from "@foyer/ui/action/IconButton.tsx";
import { DrawnCover } from "@foyer/ui/content/DrawnCover.tsx";
import { Picture } from "@foyer/ui/content/Picture.tsx";
import { fixedSizeImage, thumbnailSize } from "../../../shared/format/imageUrl.ts";
import { Price, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { cartStrings } from "../cart.strings.ts";
import { useCartDate } from "./useCartDate.ts";
import { SeatNames } from "../../../shared/format/SeatNames.tsx";
import css from "./CartLines.module.css";
import { MembershipLine } from "./MembershipLine.tsx";

export type CartLineItemProps = {
  readonly line: CartLine;
  /** Below the name and the date. */
  readonly extra?: ReactNode;
  /** Below the types. */
  readonly action?: ReactNode;
  /** The recipient of a gift membership, if known. */
  readonly giftee?: string | undefined;
  /** Absent if nothing can be removed. */
  readonly removal?: LineRemoval | undefined;
};

type LineRemoval = {
  readonly isConfirming: boolean;
  /** What else is removed with it. */
  readonly warning: string | undefined;
  readonly isPending: boolean;
  readonly onAsk: () => void;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
};

export function CartLineItem({ line, extra, action, giftee, removal }: CartLineItemProps) {
  const { slug } = useSeller();
  const t = useText(cartStrings);
  const date = useCartDate()(line);
  const trash = useRef<HTMLDivElement>(null);
  const cancel = () => {
    removal?.onCancel();
    trash.current?.querySelector("button")?.focus();
  };

  return (
    <li className={css.line}>
      <div className={css.thumbnail}>
        {line.image ? (
          <Picture
            {...fixedSizeImage(slug, line.image, thumbnailSize)}
            {...thumbnailSize}
            alt={line.image_alt ?? ""}
            focus={line.image_focus}
          />
        ) : (
          <DrawnCover name={line.name} />
        )}
      </div>
      <div className={css.details}>
        <p className={css.name}>{line.name}</p>
        {date && <p className={css.date}>{date}</p>}
        {removal && line.flag === "cancelled" && <p className={css.cancelled}>{t("cart.cancelled_time")}</p>}
        {line.membership && <MembershipLine line={line} action={line.membership} giftee={giftee} />}
        {extra}
      </div>
      {removal && (
        <div className={css.trash} ref={trash}>
          <IconButton icon="trash" label={t("cart.remove", { name: line.name })} onClick={removal.onAsk} />
        </div>
      )}
      <ul role="list" className={css.types}>
        {line.types.map((type) => (
          <li key={type.ticket_type_id}>
            <span>
              {t("cart.line_type", { count: type.count, name: type.name })}
              {type.seats.length > 0 && (
                <span className={css.seats}>
                  {" "}
                  <SeatNames names={type.seats} />
                </span>
              )}
            </span>
            <Price amount={type.price} />
          </li>
        ))}
      </ul>
      {action && <div className={css.action}>{action}</div>}
      {removal?.isConfirming && (
        <RemoveConfirmation
          warning={removal.warning}
          isRemoving={removal.isPending}
          onCancel={cancel}
          onConfirm={removal.onConfirm}
        />
      )}
    </li>
  );
}

type RemoveConfirmationProps = {
  readonly warning: string | undefined;
  readonly isRemoving: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
};

function RemoveConfirmation({ warning, isRemoving, onCancel, onConfirm }: RemoveConfirmationProps) {
  const t = useText(cartStrings);
  const overlay = useRef<HTMLDivElement>(null);
  useEffect(() => {
    overlay.current?.querySelector("button")?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // The modal around it stays open.
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <div className={css.overlay} ref={overlay} role="group" aria-label={t("cart.remove_item")} onKeyDown={onKeyDown}>
      <p className={css.question}>{t("cart.remove_item")}</p>
      {warning && <p className={css.warning}>{warning}</p>}
      <div className={css.answers}>
        <Button size="small" onClick={onCancel}>
          {t("cart.cancel")}
        </Button>
        <Button size="small" kind="danger" busy={isRemoving} onClick={onConfirm}>
          {t("cart.confirm")}
        </Button>
      </div>
    </div>
  );
}
