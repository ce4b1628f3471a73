/** Texts of printed tickets and calendar entries. */
export const ticketStrings = {
  "ticket.title": "Tickets for order {order_number}",
  "ticket.order": "Order {order_number}",
  "ticket.number": "Ticket {number} of {count}",
  "ticket.seat": "Seat",
  "ticket.guest": "Name",
  /** Replaces a name in a script that no font has. */
  "ticket.guest_in_order": "As in your order",
  "ticket.member_number": "Member number",
  "ticket.price": "Price",
  "ticket.free": "Free",
  "ticket.show": "Show this code at the door.",
  /** To be read out at the door. */
  "ticket.short_number": "Ticket {short}",
  "ticket.code_alt": "QR code for ticket {number}",
  "ticket.conditions": "Good to know",
  "calendar.description": "Order {order_number}: {tickets}",
  "calendar.cancelled": "Order {order_number}: you have no tickets left for this.",
} as const;
