/**
 * The panel of a failed start, as HTML that the server writes into a `<template>`: React carries none of it to the browser. Styled by
 * itself: a failed start may have taken the page's styles along. Over a page that came whole it lies at the bottom and leaves it readable.
 */
import * as say from '#words/startup.ts'

const PANEL =
  '<section role="alert" data-startup-failure style="position:fixed;inset:auto 16px 16px;z-index:99;max-width:528px;margin:auto;padding:20px 24px;border:1px solid #c43a5b;border-radius:12px;background:#fff;color:#2a1420;font:16px/1.5 Anek,system-ui,sans-serif;box-shadow:0 8px 30px rgb(55 16 42/.25)">' +
  `<h2 style="font-size:22px">${say.title}</h2>` +
  `<p style="margin:6px 0 14px">${say.text}</p>` +
  `<button type="button" style="min-height:48px;padding:0 24px;border:0;border-radius:6px;background:#74234f;color:#fff;font:600 16px Anek,system-ui,sans-serif;cursor:pointer">${say.refresh}</button></section>`

/** On a phone it leaves the tab bar free, whose links work; with nothing to read below it, it takes the middle. */
const PLACE =
  '<style>@media(max-width:767px){[data-startup-failure]{bottom:78px!important}}body:not(:has(main a)) [data-startup-failure]{bottom:auto!important;top:30vh!important}</style>'

export const startupFailure = `<div>${PANEL}${PLACE}</div>`
