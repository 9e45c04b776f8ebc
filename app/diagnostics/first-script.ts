/**
 * The page's first script and the panel of a failed start, written into the head by the server alone: neither costs the
 * app's scripts a byte, and both work when nothing else does. Short on purpose (every page carries it), and in words
 * that browsers without modules read too.
 */
import * as say from '#words/startup.ts'

/** Before the first paint: a stored session keeps Login from flashing up in the header (app/ui/ornaments.css). */
const MARK_STORED_SESSION =
  "try{if(Object.keys(localStorage).some(function(k){return/^sb-.+-auth-token$/.test(k)}))document.documentElement.dataset.session=''}catch(e){}"

/** The browser may offer installation before any module runs; the offer is kept for the install card (app/pwa/install-offer.ts). */
const KEEP_INSTALL_OFFER =
  "addEventListener('beforeinstallprompt',function(e){e.preventDefault();window.installOffer=e;dispatchEvent(new Event('install-offered'))})"

/**
 * `window.faults` keeps what went wrong until the diagnostics take it (app/diagnostics/faults.ts), at most 99.
 * Before the app stands (`up` was not called yet) a fault of its scripts shows the panel; should the app stand all the
 * same, `up` takes the panel away. What other origins' scripts, pictures and observers report carries no error and shows nothing.
 */
const KEEP_FAULTS =
  '(function(w,d,t,q,b){q=w.faults=[];q.on=/[?&](debug|diagnostics)\\b/.test(location.search);try{q.on?sessionStorage.diagnose=1:q.on=sessionStorage.diagnose}catch(e){}' +
  "q.add=function(e){var n=e.target||e;if(n.localName&&n.localName!='script')return;q[98]||q.push(e);" +
  "if(q.tell)q.tell();else if(!b&&(e.error||e.reason||n.localName&&!/^http/.test(n.src.replace(location.origin,''))))(d.body||d.documentElement).appendChild(b=t.content.firstChild.cloneNode(!0)).querySelector('button').onclick=function(){location.reload()}};" +
  "addEventListener('error',q.add,!0);addEventListener('unhandledrejection',q.add);" +
  'q.up=function(f){q.tell=f;b&&b.remove();(q[0]||q.on)&&f()}' +
  "})(window,document,document.getElementById('startup-failure'))"

/** Styled by itself: a failed start may have taken the page's styles along. Over a page that came whole it lies at the bottom and leaves it readable. */
const PANEL =
  '<section role="alert" data-startup-failure style="position:fixed;inset:auto 16px 16px;z-index:99;max-width:528px;margin:auto;padding:20px 24px;border:1px solid #c43a5b;border-radius:12px;background:#fff;color:#2a1420;font:16px/1.5 Anek,system-ui,sans-serif;box-shadow:0 8px 30px rgb(55 16 42/.25)">' +
  `<h2 style="font-size:22px">${say.title}</h2>` +
  `<p style="margin:6px 0 14px">${say.text}</p>` +
  `<button type="button" style="min-height:48px;padding:0 24px;border:0;border-radius:6px;background:#74234f;color:#fff;font:600 16px Anek,system-ui,sans-serif;cursor:pointer">${say.refresh}</button></section>` +
  // On a phone it leaves the tab bar free, whose links work; with nothing to read below it, it takes the middle.
  '<style>@media(max-width:767px){[data-startup-failure]{bottom:78px!important}}body:not(:has(main a)) [data-startup-failure]{bottom:auto!important;top:30vh!important}</style>'

const FIRST_SCRIPT = `<template id="startup-failure"><div>${PANEL}</div></template><script>${[MARK_STORED_SESSION, KEEP_INSTALL_OFFER, KEEP_FAULTS].join(';')}</script>`

/** At the end of the head: React, which knows nothing of it, has found all its own elements before it gets there. */
export function withFirstScript(html: string): string {
  return html.replace('</head>', () => `${FIRST_SCRIPT}</head>`)
}
