import { Badge } from "../feedback/Badge.tsx";
import { Button, ButtonLink } from "../action/Button.tsx";
import { Icon, iconNames } from "../action/Icon.tsx";
import { IconButton } from "../action/IconButton.tsx";
import { SkipLink } from "../layout/SkipLink.tsx";
import { Tag } from "../feedback/Tag.tsx";
import { Row, Stack } from "./Row.tsx";
import { storiesOf } from "./story.ts";

export const actionStories = storiesOf("Actions", {
  Buttons: () => (
    <Row>
      <Button kind="primary">Reserve tickets</Button>
      <Button icon={<Icon name="calendar" />}>More dates</Button>
      <Button kind="danger">Cancel order</Button>
      <Button kind="text">Change</Button>
    </Row>
  ),
  "Buttons, busy": () => (
    <Row>
      <Button kind="primary" busy>
        Reserving
      </Button>
      <Button busy>Finding seats</Button>
    </Row>
  ),
  "Buttons, disabled": () => (
    <Row>
      <Button kind="primary" disabled>
        Reserve tickets
      </Button>
      <Button disabled>More dates</Button>
      <Button kind="danger" disabled>
        Cancel order
      </Button>
    </Row>
  ),
  "Buttons, small and wide": () => (
    <Stack>
      <Row>
        <Button size="small">Today</Button>
        <Button size="small">Tomorrow</Button>
      </Row>
      <Button kind="primary" wide>
        Pay $42.00
      </Button>
    </Stack>
  ),
  "Button as link": () => (
    <Row>
      <ButtonLink kind="primary" href="#main-content">
        Checkout
      </ButtonLink>
      <ButtonLink href="#main-content" icon={<Icon name="external" />}>
        View tickets
      </ButtonLink>
    </Row>
  ),
  "Icon buttons and badges": () => (
    <Row>
      <IconButton icon="cart" label="Cart" badge={<Badge count={3} />} />
      <IconButton icon="cart" label="Cart" badge={<Badge count={100} />} />
      <IconButton icon="close" label="Close" />
      <IconButton icon="plus" label="More" kind="edged" />
      <IconButton icon="minus" label="Fewer" kind="edged" disabled />
    </Row>
  ),
  Icons: () => (
    <Row>
      {iconNames.map((name) => (
        <Icon key={name} name={name} label={name} />
      ))}
    </Row>
  ),
  Tags: () => (
    <Row>
      <Tag>Sold out</Tag>
      <Tag tone="brand">Members only</Tag>
      <Tag tone="warning">Few left</Tag>
      <Tag tone="success">Paid</Tag>
      <Tag tone="danger">Overdue</Tag>
    </Row>
  ),
  "Skip link": () => (
    <>
      <SkipLink>Skip to content</SkipLink>
      <p>Reach it with the Tab key.</p>
    </>
  ),
});
