/** The words of a printed ticket and of the calendar entry. */
export const ticketStrings = {
  "ticket.title": "Tickets of order {order_number}",
  "ticket.order": "Order {order_number}",
  "ticket.number": "Ticket {number} of {count}",
  "ticket.seat": "Seat",
  "ticket.guest": "Name",
  /** A name in a script that no face of ours draws. */
  "ticket.guest_in_order": "As in your order",
  "ticket.member_number": "Member number",
  "ticket.price": "Price",
  "ticket.free": "Free",
  "ticket.show": "Show this code at the door.",
  "ticket.code_alt": "QR code of ticket {number}",
  "ticket.conditions": "Good to know",
  "calendar.description": "Order {order_number}: {tickets}",
} as const;
