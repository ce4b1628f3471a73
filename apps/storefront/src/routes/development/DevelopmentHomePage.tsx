import type { DevelopmentHome } from "@foyer/contract/page.ts";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { Picture } from "@foyer/ui/content/Picture.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { coverImage } from "../../shared/format/imageUrl.ts";
import css from "./DevelopmentHomePage.module.css";

type SellerCardProps = DevelopmentHome["sellers"][number] & { readonly priority: boolean };

/** The first page of a development server. Only rendered on the server: its single script copies values. */
export function DevelopmentHomePage({ sellers, kit, waitingEmails }: DevelopmentHome) {
  return (
    <main className={css.page}>
      <header className={css.head}>
        <div>
          <h1 className={css.name}>Foyer</h1>
          <p className={css.lead}>
            Ticketing and membership storefronts for museums and venues, each under its own brand.
          </p>
        </div>
        <Tag tone="warning">Test mode: no money moves</Tag>
      </header>
      {sellers.length === 0 && (
        <p>
          No seller yet. Import a catalogue to begin: <code>npm run foyer -- import FILE</code>
        </p>
      )}
      <ul className={css.sellers}>
        {sellers.map((seller, index) => (
          <SellerCard key={seller.slug} {...seller} priority={index < 2} />
        ))}
      </ul>
      {kit.length > 0 && (
        <section aria-labelledby="kit">
          <h2 id="kit" className={css.heading}>
            Logins, codes and cards
          </h2>
          <p className={css.hint}>Press a value to copy it.</p>
          <ul className={css.kit}>
            {kit.map(({ title, items }) => (
              <li key={title}>
                <h3 className={css.kitTitle}>{title}</h3>
                <ul className={css.values}>
                  {items.map(([label, value]) => (
                    <li key={value}>
                      <button type="button" className={css.value} data-copy={value}>
                        <span className={css.valueLabel}>{label}</span>
                        <span className={css.valueText}>{value}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          <p className={css.copied} role="status" data-copied></p>
        </section>
      )}
      <nav className={css.foot} aria-label="Development">
        <a href="/_office/">Back office</a>
        <a href="/_dev/outbox">
          E-mails waiting <span className={css.count}>{waitingEmails}</span>
        </a>
        {sellers[0] && <a href={`/${sellers[0].slug}/_stories`}>Components</a>}
        <a href="/api/openapi.json">API description</a>
      </nav>
    </main>
  );
}

function SellerCard({ slug, name, summary, image, links, priority }: SellerCardProps) {
  return (
    <li className={css.seller} data-seller={slug}>
      <a className={css.cover} href={`/${slug}`} tabIndex={-1} aria-hidden>
        {image !== undefined && (
          <Picture
            {...coverImage(slug, image)}
            sizes="(min-width: 64em) 40rem, 100vw"
            width={1500}
            height={844}
            alt=""
            priority={priority}
          />
        )}
      </a>
      <div className={css.body}>
        <h2 className={css.sellerName}>
          <a href={`/${slug}`}>{name}</a>
        </h2>
        <p className={css.summary}>{summary}</p>
        <ul className={css.links}>
          {links.map(({ label, href }) => (
            <li key={label}>
              <a href={href}>
                {label}
                <Icon name="chevron-right" />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
