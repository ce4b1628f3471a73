import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { CartLine } from "@foyer/contract/cart.ts";
import { Button } from "@foyer/ui/Button.tsx";
import { IconButton } from "@foyer/ui/IconButton.tsx";
import { Picture } from "@foyer/ui/Picture.tsx";
import { imageForPlace, thumbnail } from "../../shared/imageUrl.ts";
import { Price, useSeller, useText } from "../../shared/seller.tsx";
import { cartStrings } from "./cart.strings.ts";
import { useCartDate } from "./cartDate.ts";
import css from "./CartLines.module.css";
import { MembershipLine } from "./MembershipLine.tsx";

export type CartLineItemProps = {
  readonly line: CartLine;
  /** Stands beneath its name and its date. */
  readonly more?: ReactNode;
  /** Whom a membership is given to, as far as they are named. */
  readonly giftee?: string | undefined;
  /** Everything else goes with it. */
  readonly holdsTheRest?: boolean;
  /** A removal is under way. */
  readonly isLeaving?: boolean;
  /** Absent where nothing can be taken out. */
  readonly onRemove?: () => void;
};

export function CartLineItem({
  line,
  more,
  giftee,
  holdsTheRest = false,
  isLeaving = false,
  onRemove,
}: CartLineItemProps) {
  const { slug } = useSeller();
  const t = useText(cartStrings);
  const date = useCartDate()(line);
  const [asks, setAsks] = useState(false);
  const trash = useRef<HTMLDivElement>(null);
  const cancel = () => {
    setAsks(false);
    trash.current?.querySelector("button")?.focus();
  };

  return (
    <li className={css.line}>
      <div className={css.thumbnail}>
        {line.image && (
          <Picture {...imageForPlace(slug, line.image, thumbnail)} {...thumbnail} alt={line.image_alt ?? ""} />
        )}
      </div>
      <div className={css.what}>
        <p className={css.name}>{line.name}</p>
        {date && <p className={css.date}>{date}</p>}
        {line.membership && <MembershipLine line={line} action={line.membership} giftee={giftee} />}
        {more}
      </div>
      {onRemove && (
        <div className={css.trash} ref={trash}>
          <IconButton icon="trash" label={t("cart.remove", { name: line.name })} onClick={() => setAsks(true)} />
        </div>
      )}
      <ul role="list" className={css.types}>
        {line.types.map((type) => (
          <li key={type.ticket_type_id}>
            <span>
              {t("cart.line_type", { count: type.count, name: type.name })}
              {type.seats.length > 0 && <span className={css.seats}> {type.seats.join(", ")}</span>}
            </span>
            <Price amount={type.price} />
          </li>
        ))}
      </ul>
      {asks && onRemove && (
        <RemoveOverlay
          warning={holdsTheRest ? t("cart.remove_dependency") : undefined}
          isLeaving={isLeaving}
          onCancel={cancel}
          onConfirm={onRemove}
        />
      )}
    </li>
  );
}

type RemoveOverlayProps = {
  readonly warning: string | undefined;
  readonly isLeaving: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
};

function RemoveOverlay({ warning, isLeaving, onCancel, onConfirm }: RemoveOverlayProps) {
  const t = useText(cartStrings);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("button")?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // The modal around it stays.
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <div className={css.overlay} ref={place} role="group" aria-label={t("cart.remove_item")} onKeyDown={onKeyDown}>
      <p className={css.question}>{t("cart.remove_item")}</p>
      {warning && <p className={css.warning}>{warning}</p>}
      <div className={css.answers}>
        <Button size="small" onClick={onCancel}>
          {t("cart.cancel")}
        </Button>
        <Button size="small" kind="danger" busy={isLeaving} onClick={onConfirm}>
          {t("cart.confirm")}
        </Button>
      </div>
    </div>
  );
}
