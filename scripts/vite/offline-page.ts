import * as say from '../../app/words/en/pwa.ts'

/**
 * Asks the shop itself, every five seconds and when the device reports a connection. The device's report alone is often wrong (Wi-Fi
 * without internet access, a shop that stopped while the device was online), and a reload because of it would replace a page that is
 * just being opened.
 */
const COME_BY_ITSELF = `(function () {
  function ask() {
    if (!navigator.onLine || document.hidden) return
    fetch('/ready', { cache: 'no-store' }).then(function (answer) { if (answer.ok) location.reload() }, function () {})
  }
  addEventListener('online', ask)
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, 5000)
})()`

/**
 * The page that replaces one that was never opened (app/pwa/worker fills in the list). It is self-contained: without a connection it
 * relies only on the two font files, which the worker caches, and uses fallback fonts if even they are missing.
 */
export function offlinePage(faces: { text: string; heading: string }): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#37102a">
<meta name="robots" content="noindex">
<title>${say.offlinePageTitle}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>
@font-face { font-family: Anek; font-weight: 400 700; font-display: swap; src: url(${faces.text}) format('woff2') }
@font-face { font-family: Tiro; font-weight: 400; font-display: swap; src: url(${faces.heading}) format('woff2') }
* { box-sizing: border-box }
body { margin: 0; min-height: 100svh; display: grid; grid-template-rows: auto 1fr; background: #fbf6f1; color: #2a1420; font: 1rem/1.5 Anek, system-ui, sans-serif }
header { padding: 18px 20px; border-bottom: 1px solid #e8dbd0; background: #fff; text-align: center }
header a { color: #5e1b3f; font: 27px/1 Tiro, Georgia, serif; text-decoration: none }
main { width: 100%; max-width: 35rem; margin: 0 auto; padding: clamp(2rem, 10vh, 6rem) 20px 3rem }
h1 { margin: 0 0 .75rem; font: 400 clamp(2.25rem, 1.6rem + 2.6vw, 3.25rem)/1.08 Tiro, Georgia, serif; text-wrap: balance }
h2 { margin: 2.5rem 0 .5rem; font: 400 1.375rem/1.25 Tiro, Georgia, serif }
p { margin: 0 0 1.5rem; color: #6a5060; font-size: 1.125rem }
button { min-height: 48px; padding: 0 24px; border: 0; border-radius: 6px; background: #74234f; color: #fff; font: 600 1rem/1.15 Anek, system-ui, sans-serif; cursor: pointer }
button:hover { background: #5e1b3f }
:focus-visible { outline: 3px solid #c43a5b; outline-offset: 2px }
ul { margin: 0; padding: 0; list-style: none; border-top: 1px solid #e8dbd0 }
li { border-bottom: 1px solid #e8dbd0 }
li a { display: block; padding: 12px 0; color: #74234f; font-weight: 550; text-underline-offset: 3px; overflow-wrap: anywhere }
section:not(:has(li)) { display: none }
</style>
</head>
<body>
<header><a href="/">Shringar</a></header>
<main>
<h1>${say.offlinePageHeading}</h1>
<p>${say.offlinePageText}</p>
<button type="button" onclick="location.reload()">${say.offlinePageRetry}</button>
<section aria-labelledby="visited"><h2 id="visited">${say.offlinePageVisited}</h2><ul><!--visited--></ul></section>
</main>
<script>${COME_BY_ITSELF}</script>
</body>
</html>
`
}
