/**
 * Keeps clicks that come before the page can answer; the browser's entry does them again after hydration
 * (storefront shell/replay.ts). On `button` and on anything with `data-replay`, but not with `data-replay="no"`.
 */
export const earlyClicks = `(()=>{const q=window.foyerEarly=[];q.hear=e=>{const b=e.target.closest?.("#root :is(button,[data-replay])");if(b&&b.dataset.replay!=="no"&&!b.closest("form[action]")&&q.length<20){q.push(b);e.preventDefault();e.stopPropagation()}};document.addEventListener("click",q.hear,true)})()`;
