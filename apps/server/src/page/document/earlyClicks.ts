/**
 * Records clicks that happen before hydration; the browser's entry script replays them afterwards (storefront
 * shell/hydration/replayClicks.ts). Applies to `button` and anything with `data-replay`, except `data-replay="no"`.
 */
export const earlyClicks = `(()=>{const q=window.foyerEarlyClicks=[];q.listener=e=>{const b=e.target.closest?.("#root :is(button,[data-replay])");if(b&&b.dataset.replay!=="no"&&!b.closest("form[action]")&&q.length<20){q.push(b);e.preventDefault();e.stopPropagation()}};document.addEventListener("click",q.listener,true)})()`;
