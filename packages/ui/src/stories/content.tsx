import { Badge } from "../feedback/Badge.tsx";
import { BottomBar } from "../layout/BottomBar.tsx";
import { Button } from "../action/Button.tsx";
import { Disclosure } from "../layout/Disclosure.tsx";
import { IconButton } from "../action/IconButton.tsx";
import { Columns, PageSection, Sections } from "../layout/Layout.tsx";
import { Picture } from "../content/Picture.tsx";
import { Prose } from "../content/Prose.tsx";
import { Receipt, ReceiptLine } from "../content/Receipt.tsx";
import { Clamp, Truncated } from "../content/Truncated.tsx";
import { Stack } from "./Row.tsx";
import { storiesOf } from "./story.ts";

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path fill="#2c5a5c" d="M0 0h16v9H0z"/><path fill="#e2b86b" d="M0 6q4-2 8 0t8 0v3H0z"/></svg>')}`;
const description =
  "Forty rooms look out on the harbor. Come in with the morning tide, when the light reaches the far wall, and leave by the sculpture court. Every ticket includes the current exhibitions, the roof and the drawing room, where paper and pencils are waiting.";

export const contentStories = storiesOf("Content", {
  Headings: () => (
    <Sections>
      <h1>The Long Light: Paintings of the Sea</h1>
      <h2>Choose a date</h2>
      <h3>Adult tickets</h3>
      <h4>Whāngārei, Tāmaki Makaurau, Łódź</h4>
    </Sections>
  ),
  Prose: () => (
    <Prose>
      <p>{description}</p>
      <ul>
        <li>Step-free throughout</li>
        <li>
          Read <a href="#main-content">how to get here</a>
        </li>
      </ul>
      <blockquote>The best hour of my week.</blockquote>
    </Prose>
  ),
  Clamp: () => (
    <Clamp lines={3} more={<Button kind="text">More</Button>}>
      {description}
    </Clamp>
  ),
  Truncated: () => <Truncated text={description} />,
  Picture: () => <Picture src={picture} width={1500} height={844} alt="" />,
  Receipt: () => (
    <Stack>
      <Receipt>
        <ReceiptLine label="2 × Adult" amount="$44.00" />
        <ReceiptLine label="1 × Child" amount="$9.00" />
        <ReceiptLine kind="sum" label="Subtotal" amount="$53.00" />
        <ReceiptLine label="Booking fee" amount="$2.65" />
        <ReceiptLine kind="saving" label="SPRING" amount="−$5.30" />
        <ReceiptLine kind="saving" label="Gift card 4417" note="Balance left: $12.00" amount="−$8.00" />
        <ReceiptLine kind="total" label="Total due" amount="$42.35" />
      </Receipt>
    </Stack>
  ),
  Disclosure: () => (
    <Stack>
      <Disclosure summary="Add a promo code">
        <p>A field would be here.</p>
      </Disclosure>
    </Stack>
  ),
  "Bottom bar, on a phone": () => (
    <BottomBar
      label="Total and next step"
      before={<IconButton icon="cart" label="Cart" badge={<Badge count={3} />} />}
      summary={
        <>
          <div>Total to pay</div>
          <strong>$42.35</strong>
        </>
      }
      action={<Button kind="primary">Reserve</Button>}
    />
  ),
  "Columns and sections": () => (
    <Columns aside={<PageSection heading="Your visit">Stays in view.</PageSection>}>
      <Sections>
        <PageSection heading="Choose a date" action={<Button kind="text">Change</Button>}>
          Saturday, November 21
        </PageSection>
        <PageSection heading="Choose a time">12:30 PM</PageSection>
      </Sections>
    </Columns>
  ),
});
