/** Of a ticket `t` of a cart `c`: the membership that it was held by sells it no more, or not to whom the cart is now. */
export const memberLapsed = `
  exists (select from member_use u
    join membership m on m.seller_id = u.seller_id and m.id = u.membership_id
    join cart c on c.seller_id = t.seller_id and c.id = t.cart_id
    join identity i on i.seller_id = c.seller_id and i.id = c.identity_id
    where u.seller_id = t.seller_id and u.ticket_id = t.id
      and (m.state <> 'active' or (i.kind = 'user' and m.identity_id is distinct from i.id)
        or (u.counts_on_renewal and not exists (select from auto_renewal a
          where a.seller_id = m.seller_id and a.membership_id = m.id and a.state = 'scheduled'))))`;
