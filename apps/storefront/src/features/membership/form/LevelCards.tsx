import { useId, type ReactNode } from "react";
import type { LevelOption } from "@foyer/rules/membership/party/partyForm.ts";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { Html } from "../../../shared/text/Html.tsx";
import css from "./LevelCards.module.css";
import { useLevelTexts } from "./useLevelTexts.ts";
import { useMembershipText } from "../useMembershipText.ts";

/** A level with the prices and dates on its card. */
export type LevelCard = {
  readonly level: LevelOption;
  readonly price: number;
  /** The regular price, shown struck through if `price` is lower. */
  readonly before: number;
  readonly fees: number;
  readonly dates: string | undefined;
};

export type LevelCardsProps = {
  readonly label: string;
  readonly cards: readonly LevelCard[];
  readonly chosen: string | undefined;
  readonly onChoose: (ticket_group_id: string) => void;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
};

/** The levels side by side. A single level is shown without a radio button. */
export function LevelCards({ label, cards, chosen, onChoose, isInvalid, describedBy }: LevelCardsProps) {
  const name = useId();
  const isChoice = cards.length > 1;
  const list = cards.map((card) => {
    const { id } = card.level.group;
    return (
      <LevelCardItem
        key={id}
        card={card}
        isChosen={id === chosen}
        radio={(head, describedById) =>
          isChoice ? (
            <label className={css.name}>
              <input
                type="radio"
                className={css.input}
                name={name}
                value={id}
                checked={id === chosen}
                disabled={card.level.soldOut}
                aria-describedby={describedById}
                onChange={() => onChoose(id)}
              />
              {head}
            </label>
          ) : (
            <h3 className={css.name}>{head}</h3>
          )
        }
      />
    );
  });
  return (
    <div className={css.frame}>
      {isChoice ? (
        <fieldset
          role="radiogroup"
          className={css.cards}
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          data-count={Math.min(cards.length, 4)}
        >
          {list}
        </fieldset>
      ) : (
        <div className={css.cards}>{list}</div>
      )}
    </div>
  );
}

type LevelCardItemProps = {
  readonly card: LevelCard;
  readonly isChosen: boolean;
  readonly radio: (head: ReactNode, describedById: string) => ReactNode;
};

function LevelCardItem({ card: { level, price, before, fees, dates }, isChosen, radio }: LevelCardItemProps) {
  const t = useMembershipText();
  const texts = useLevelTexts();
  const id = useId();
  const { group, soldOut } = level;
  const people = texts.people(level);
  return (
    <article className={css.card} data-chosen={isChosen || undefined} data-sold-out={soldOut || undefined}>
      <div className={css.main}>
        <div className={css.head}>
          {radio(<span>{group.name}</span>, `${id}price ${id}about`)}
          <span className={css.mark} aria-hidden="true">
            <Icon name="check" size="small" />
          </span>
        </div>
        <p className={css.price} id={`${id}price`}>
          {soldOut ? (
            <Tag>{t("membership.level.sold_out")}</Tag>
          ) : (
            <>
              {price !== before && <s className={css.before}>{texts.price(before)}</s>}{" "}
              <span className={css.sum}>{texts.price(price)}</span>{" "}
              <span className={css.term}>{texts.term(level)}</span>
            </>
          )}
          {!soldOut && fees > 0 && (
            <span className={css.fee}>{t("membership.price.fees", { fees: texts.price(fees) })}</span>
          )}
        </p>
        <div className={css.about} id={`${id}about`}>
          {group.summary && <p>{group.summary}</p>}
          {people.length > 0 && (
            <ul role="list" className={css.party}>
              {people.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          {dates && <p className={css.dates}>{dates}</p>}
        </div>
      </div>
      {group.description && (
        <div className={css.includes}>
          <Html html={group.description} />
        </div>
      )}
    </article>
  );
}
