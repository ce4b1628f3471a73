/**
 * Inline script that queues clicks before hydration; the storefront replays them afterwards
 * (apps/storefront/src/shell/hydration/replayClicks.ts) and removes the listener, `foyerEarly.on`. It handles buttons and
 * elements with `data-replay`, except those with `data-replay="no"`.
 */
export const earlyClicks = `(()=>{const q=window.foyerEarly=[];q.on=e=>{const b=e.target.closest?.("#root :is(button,[data-replay])");if(b&&b.dataset.replay!=="no"&&!b.closest("form[action]")&&q.length<20){q.push(b);e.preventDefault();e.stopPropagation()}};document.addEventListener("click",q.on,true)})()`;
